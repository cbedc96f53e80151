/* libcurl at its fastest: one handle used again, or many under one multi handle that is told of its sockets'
 * events. */
#include "peer.h"

#include <curl/curl.h>
#include <sys/epoll.h>

struct transfer {
    CURL *easy;
    char *body;
    size_t size, capacity;
    double since;
};

static bool keeps_bodies = true;
static FILE *file;

static size_t take(char *bytes, size_t one, size_t size, void *context)
{
    struct transfer *self = context;
    size *= one;
    if (file) {
        if (fwrite(bytes, 1, size, file) != size)
            return 0;
    } else if (keeps_bodies) {
        while (self->size + size > self->capacity) {
            self->capacity = self->capacity ? self->capacity * 2 : 16384;
            self->body = realloc(self->body, self->capacity);
            if (!self->body)
                peer_fail("no memory");
        }
        memcpy(self->body + self->size, bytes, size);
    }
    self->size += size;
    return size;
}

static void prepare(struct transfer *self, char **argv)
{
    CURL *easy = self->easy = curl_easy_init();
    if (!easy)
        peer_fail("no handle");
    curl_easy_setopt(easy, CURLOPT_URL, argv[2]);
    curl_easy_setopt(easy, CURLOPT_CAINFO, argv[5]);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, self);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, self);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 65536L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    if (peer_flag("ACCEPT_GZIP"))
        curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
}

static void finish(struct transfer *self, CURLcode result, struct peer_run *run)
{
    long status = 0;
    curl_easy_getinfo(self->easy, CURLINFO_RESPONSE_CODE, &status);
    if (result != CURLE_OK || status != 200)
        peer_fail(curl_easy_strerror(result));
    peer_count(run, self->since, (long long)self->size);
    self->size = 0;
}

static void one_after_another(long count, const char *mode, char **argv, struct peer_run *run)
{
    struct transfer self = {0};
    bool reconnects = strcmp(mode, "newconn") == 0 || strcmp(mode, "resume") == 0;
    prepare(&self, argv);
    if (reconnects) {
        curl_easy_setopt(self.easy, CURLOPT_FRESH_CONNECT, 1L);
        curl_easy_setopt(self.easy, CURLOPT_FORBID_REUSE, 1L);
        curl_easy_setopt(self.easy, CURLOPT_SSL_SESSIONID_CACHE, strcmp(mode, "resume") == 0 ? 1L : 0L);
    }
    peer_begin(run, count, reconnects ? 5 : count >= 100 ? 20 : 0);
    for (long i = 0; i < count + run->warm_up; i++) {
        self.since = peer_now();
        if (file)
            rewind(file);
        finish(&self, curl_easy_perform(self.easy), run);
    }
    peer_end(run);
}

struct reactor {
    int epoll;
    long timeout_ms;
    double timeout_since;
};

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *known)
{
    struct reactor *self = context;
    struct epoll_event event = {.data.fd = socket};
    (void)easy;
    (void)known;
    if (what == CURL_POLL_REMOVE)
        /* Fails for a socket that is closed already, which epoll has dropped by itself. */
        return (void)epoll_ctl(self->epoll, EPOLL_CTL_DEL, socket, &event), 0;
    event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
    if (epoll_ctl(self->epoll, EPOLL_CTL_MOD, socket, &event) != 0 &&
        epoll_ctl(self->epoll, EPOLL_CTL_ADD, socket, &event) != 0)
        return -1;
    return 0;
}

static int set_timeout(CURLM *multi, long milliseconds, void *context)
{
    struct reactor *self = context;
    (void)multi;
    self->timeout_ms = milliseconds;
    self->timeout_since = peer_now();
    return 0;
}

/* Waits for events and passes them on. */
static void step(CURLM *multi, struct reactor *self)
{
    struct epoll_event events[256];
    int running;
    double left = 1000;
    if (self->timeout_ms >= 0)
        left = (double)self->timeout_ms - (peer_now() - self->timeout_since) * 1e3;
    int ready = left <= 0 ? 0 : epoll_wait(self->epoll, events, 256, (int)(left + 0.5));
    if (ready <= 0 && self->timeout_ms >= 0) {
        self->timeout_ms = -1;
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    for (int i = 0; i < ready; i++) {
        int mask = (events[i].events & EPOLLIN ? CURL_CSELECT_IN : 0) |
                   (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                   (events[i].events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
        curl_multi_socket_action(multi, events[i].data.fd, mask, &running);
    }
}

static void start(CURLM *multi, struct transfer *self)
{
    self->since = peer_now();
    if (curl_multi_add_handle(multi, self->easy) != CURLM_OK)
        peer_fail("a transfer cannot be started");
}

static void all_at_once(long count, int concurrency, bool stays_idle, char **argv, struct peer_run *run)
{
    long before = peer_status("VmRSS:");
    int lanes = stays_idle ? (int)count : concurrency;
    CURLM *multi = curl_multi_init();
    struct transfer *all = calloc((size_t)lanes, sizeof *all);
    struct reactor reactor = {.epoll = epoll_create1(EPOLL_CLOEXEC), .timeout_ms = -1};
    if (!multi || !all || reactor.epoll < 0)
        peer_fail("no memory");
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, &reactor);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timeout);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, &reactor);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)lanes + 8);
    for (int i = 0; i < lanes; i++)
        prepare(&all[i], argv);
    peer_begin(run, count, stays_idle || count < 100 ? 0 : concurrency * 2);
    long total = count + run->warm_up, started = 0;
    for (; started < lanes && started < total; started++)
        start(multi, &all[started]);
    while (run->finished < total) {
        int left;
        step(multi, &reactor);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            struct transfer *self;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&self);
            finish(self, message->data.result, run);
            curl_multi_remove_handle(multi, self->easy);
            if (started < total) {
                started++;
                start(multi, self);
            }
        }
    }
    peer_end(run);
    if (stays_idle) {
        for (int i = 0; i < lanes; i++) {
            curl_easy_cleanup(all[i].easy);
            free(all[i].body);
        }
        usleep(300000);
        run->idle_kb = (double)(peer_status("VmRSS:") - before) / (double)count;
    }
}

int main(int argc, char **argv)
{
    if (argc < 6)
        peer_fail("usage: libcurl MODE URL COUNT CONCURRENCY CAFILE");
    const char *mode = argv[1];
    long count = strtol(argv[3], NULL, 10);
    int concurrency = (int)strtol(argv[4], NULL, 10);
    struct peer_run run;
    if (count < 1 || concurrency < 1 || curl_global_init(CURL_GLOBAL_DEFAULT) != 0)
        peer_fail("nothing to do");
    if (strcmp(mode, "file") == 0 && !(file = tmpfile()))
        peer_fail("no file");
    keeps_bodies = strcmp(mode, "stream") != 0;
    if (strcmp(mode, "conc") == 0 || strcmp(mode, "idle") == 0)
        all_at_once(count, concurrency, strcmp(mode, "idle") == 0, argv, &run);
    else
        one_after_another(count, mode, argv, &run);
    peer_report(&run);
    return 0;
}
