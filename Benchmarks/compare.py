#!/usr/bin/env python3
"""Runs the programs of a comparison in turn, round after round, and prints their figures as ratios.

A figure is the median over the rounds; a ratio is the median of the ratios within each round, so that what slows the
machine down slows both sides. Called by Scripts/bench, which has built everything.
"""
import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time

TOLERANCE = 1.15

parser = argparse.ArgumentParser()
parser.add_argument("--folder", required=True, help="where programs, certificates and documents are")
parser.add_argument("--port", type=int, required=True, help="of plain HTTP; TLS is on the next")
parser.add_argument("--baseline", required=True, help="the file of ratios to compare with")
parser.add_argument("--save", action="store_true", help="write the ratios into that file")
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("--only", default="", help="scenarios, separated by commas")
options = parser.parse_args()

FOLDER = options.folder
ROOTS = os.path.join(FOLDER, "ca.pem")
HTTP = f"http://localhost:{options.port}"
HTTPS = f"https://localhost:{options.port + 1}"


def program(name, *arguments):
    return [os.path.join(FOLDER, "bin", name), *arguments]


def ours(layer):
    return program("apibench", "--layer", layer)


CLIENTS = {
    "floor": program("floor"),
    "libcurl": program("libcurl"),
    # Foundation's session trusts the system's bundle alone: in a namespace of its own that is our authority.
    "URLSession": ["unshare", "-m", "sh", "-c", f'mount --bind {ROOTS} /etc/ssl/certs/ca-certificates.crt && exec "$0" "$@"']
    + program("urlsession"),
    "blocking": ours("transport-blocking"),
    "completion": ours("transport-completion"),
    "async": ours("transport"),
    "executor": ours("transport-executor"),
    "service": ours("service"),
    "service, queue": ours("service-queue"),
    "async, 10,000 idle connections": ["env", "APIBENCH_IDLE=10000"] + ours("transport"),
    "async, 1,000 cookies": ["env", "APIBENCH_COOKIES=1000"] + ours("transport"),
    "service, 10,000 idle connections": ["env", "APIBENCH_IDLE=10000"] + ours("service"),
    "coldstart": program("coldstart"),
    "coldstart, static": program("coldstart-static"),
}
SLOW = {"URLSession": 20}  # so many times fewer requests, lest a run take minutes
ONE_BY_ONE = ["floor", "libcurl", "URLSession", "blocking", "async", "executor", "service", "service, queue"]
AT_ONCE = ["floor", "libcurl", "URLSession", "completion", "async", "service", "service, queue"]
BULK = ["floor", "libcurl", "blocking"]
BESIDE = [
    "floor",
    "async",
    "async, 10,000 idle connections",
    "async, 1,000 cookies",
    "service",
    "service, 10,000 idle connections",
]
START = ["floor", "libcurl", "URLSession", "coldstart", "coldstart, static", "service"]
REAL_ROOTS = {
    "FLOOR_CAPATH": os.path.join(FOLDER, "roots"),
    "SSL_CERT_DIR": os.path.join(FOLDER, "roots"),
    "APIBENCH_SYSTEM_ROOTS": "1",
}

# name: mode, URL, requests, at once, environment, clients
SCENARIOS = {
    "1 KB, one at a time, http": ("seq", HTTP + "/k1.json", 10000, 1, {}, ONE_BY_ONE),
    "1 KB, one at a time, https": ("seq", HTTPS + "/k1.json", 10000, 1, {}, ONE_BY_ONE),
    "1 KB, 64 at once, http": ("conc", HTTP + "/k1.json", 20000, 64, {}, AT_ONCE),
    "1 KB, 64 at once, https": ("conc", HTTPS + "/k1.json", 20000, 64, {}, AT_ONCE),
    "100 MB into a file, https": ("file", HTTPS + "/m100.bin", 3, 1, {}, BULK),
    "1 MB of gzip JSON, https": ("seq", HTTPS + "/m1.json", 100, 1, {"ACCEPT_GZIP": "1"}, BULK + ["service"]),
    "new TLS connection": ("newconn", HTTPS + "/k1.json", 300, 1, {}, BULK),
    "new TLS connection, resumed": ("resume", HTTPS + "/k1.json", 300, 1, {}, BULK),
    "new TLS connection, real roots": ("newconn", HTTPS + "/k1.json", 300, 1, REAL_ROOTS, ["floor", "blocking"]),
    "1,000 idle connections, https": ("idle", HTTPS + "/k1.json", 1000, 1000, {}, ["floor", "libcurl", "async"]),
    "1 KB, one at a time, beside what is idle": ("seq", HTTP + "/k1.json", 10000, 1, {}, BESIDE),
    "start to first response, http": ("start", HTTP + "/k1.json", 1, 1, {}, START),
    "start to first response, https": ("start", HTTPS + "/k1.json", 1, 1, {}, START),
}


def run(client, mode, url, count, concurrency, environment):
    """The figures of one run: requests/s, CPU us per request, peak KB, median us, 99th percentile us, KB per connection."""
    arguments = CLIENTS[client] + ["seq" if mode == "start" else mode, url, str(count), str(concurrency), ROOTS]
    before, since = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with subprocess.Popen(arguments, env={**os.environ, **environment}, stdout=subprocess.PIPE) as process:
        line = process.stdout.readline()
        until = time.perf_counter()
    if process.returncode != 0 or not line:
        sys.exit(f"{client} failed: {' '.join(arguments)}")
    figures = [float(word) for word in line.split()]
    if mode == "start":
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return [1 / (until - since), used * 1e6, figures[2], (until - since) * 1e6, 0, 0]
    return figures[:5] + [figures[6]]


def measure(name):
    mode, url, count, concurrency, environment, clients = SCENARIOS[name]
    clients = [client for client in clients if any(os.path.exists(word) for word in CLIENTS[client] if FOLDER in word)]
    if os.geteuid() != 0:
        clients = [client for client in clients if client != "URLSession"]
    rounds = {client: [] for client in clients}
    for _ in range(options.rounds if mode != "start" else options.rounds * 3):
        for client in clients:
            share = max(1, count // SLOW.get(client, 1))
            rounds[client].append(run(client, mode, url, share, concurrency, environment))
    return mode, rounds


def ratio(rounds, client, base, figure):
    if base not in rounds:
        return float("nan")
    return statistics.median(
        own[figure] / other[figure] for own, other in zip(rounds[client], rounds[base]) if other[figure]
    )


def show(name, mode, rounds):
    print(f"\n## {name}\n")
    print("| client | requests/s | CPU us | median us | 99th us | peak KB | CPU / floor | CPU / libcurl | rate / floor |"
          " rate / libcurl |" + (" KB each |" if mode == "idle" else ""))
    print("| --- " * (10 + (mode == "idle")) + "|")
    for client, runs in rounds.items():
        rate, cpu, peak, median, late, idle = (statistics.median(run[i] for run in runs) for i in range(6))
        ratios = [ratio(rounds, client, base, figure) for figure in (1, 0) for base in ("floor", "libcurl")]
        print(f"| {client} | {rate:.0f} | {cpu:.1f} | {median:.0f} | {late:.0f} | {peak:.0f} | "
              + " | ".join("-" if value != value else f"{value:.2f}" for value in ratios) + " |"
              + (f" {idle:.1f} |" if mode == "idle" else ""))
    sys.stdout.flush()


def main():
    known = {}
    if os.path.exists(options.baseline):
        with open(options.baseline) as file:
            known = json.load(file)
    wanted = [name for name in options.only.split(",") if name] or list(SCENARIOS)
    unknown = [name for name in wanted if not any(name in scenario for scenario in SCENARIOS)]
    if unknown:
        sys.exit(f"no such scenario: {', '.join(unknown)}; known: {'; '.join(SCENARIOS)}")
    worse = []
    for scenario in SCENARIOS:
        if not any(name in scenario for name in wanted):
            continue
        mode, rounds = measure(scenario)
        show(scenario, mode, rounds)
        for client in rounds:
            if client in ("floor", "libcurl", "URLSession"):
                continue
            # Of a start the time counts, of idle connections their size, else the CPU.
            figure = {"start": 3, "idle": 5}.get(mode, 1)
            now, before = ratio(rounds, client, "floor", figure), known.get(scenario, {}).get(client)
            if before and now > before * TOLERANCE:
                worse.append(f"{scenario}, {client}: {now:.2f} x the floor, {before:.2f} in the baseline")
            known.setdefault(scenario, {})[client] = round(now, 2)
    if options.save:
        with open(options.baseline, "w") as file:
            json.dump(known, file, indent=2)
            file.write("\n")
        print(f"\nsaved {options.baseline}")
        return
    print("")
    for line in worse:
        print(f"WARNING: worse by more than 15 %: {line}")
    print(f"{len(worse)} ratios are worse than the baseline by more than 15 %")
    sys.exit(1 if worse else 0)


main()
