/* The floor: the least that a client can do. A request made beforehand, one look for Content-Length, bytes
 * counted.
 *
 * FLOOR_CAPATH names a hashed folder of roots to use in place of CAFILE. */
#define _GNU_SOURCE
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <zlib.h>

enum { BUFFER_SIZE = 256 * 1024, HEAD_SIZE = 4096 };

struct connection {
    int fd;
    SSL *tls;
    bool in_body;
    long long remaining, received;
    size_t head_size;
    char head[HEAD_SIZE];
    double since;
};

struct client {
    char host[256], request[1024];
    const char *path;
    size_t request_size;
    bool secure, gzip, resumes;
    struct sockaddr_storage address;
    socklen_t address_size;
    SSL_CTX *context;
    SSL_SESSION *session;
    z_stream inflater;
    unsigned char *buffer, *decoded;
    FILE *file;
};

static struct client self;

static int keep_session(SSL *tls, SSL_SESSION *session)
{
    (void)tls;
    if (!self.resumes)
        return 0;
    SSL_SESSION_free(self.session);
    self.session = session;
    return 1;
}

static void look_up(const char *port)
{
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
    if (getaddrinfo(self.host, port, &hints, &found) != 0)
        peer_fail("no address");
    memcpy(&self.address, found->ai_addr, found->ai_addrlen);
    self.address_size = found->ai_addrlen;
    freeaddrinfo(found);
}

static void read_url(const char *url)
{
    self.secure = strncmp(url, "https://", 8) == 0;
    const char *authority = strstr(url, "://");
    if (!authority)
        peer_fail("no URL");
    authority += 3;
    size_t length = strcspn(authority, "/");
    self.path = authority[length] ? authority + length : "/";
    if (length >= sizeof self.host)
        peer_fail("a long host");
    memcpy(self.host, authority, length);
    int size =
        snprintf(self.request, sizeof self.request, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\n%s\r\n",
                 self.path, self.host, self.gzip ? "Accept-Encoding: gzip\r\n" : "");
    if (size < 0 || (size_t)size >= sizeof self.request)
        peer_fail("a long URL");
    self.request_size = (size_t)size;
    char *colon = strchr(self.host, ':');
    if (colon)
        *colon = 0;
    look_up(colon ? colon + 1 : self.secure ? "443" : "80");
}

static void prepare_tls(const char *authorities)
{
    const char *folder = getenv("FLOOR_CAPATH");
    self.context = SSL_CTX_new(TLS_client_method());
    if (!self.context || !SSL_CTX_load_verify_locations(self.context, folder ? NULL : authorities, folder))
        peer_fail("no roots");
    SSL_CTX_set_min_proto_version(self.context, TLS1_2_VERSION);
    SSL_CTX_set_verify(self.context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_read_ahead(self.context, 1);
    SSL_CTX_set_default_read_buffer_len(self.context, 65536);
    SSL_CTX_set_mode(self.context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(self.context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(self.context, keep_session);
}

static void open_connection(struct connection *c)
{
    int on = 1;
    c->fd = socket(self.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&self.address, self.address_size) != 0)
        peer_fail("no connection");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!self.secure)
        return;
    c->tls = SSL_new(self.context);
    if (!c->tls || !SSL_set_fd(c->tls, c->fd) || !SSL_set_tlsext_host_name(c->tls, self.host) ||
        !SSL_set1_host(c->tls, self.host))
        peer_fail("no TLS");
    if (self.resumes && self.session)
        SSL_set_session(c->tls, self.session);
    if (SSL_connect(c->tls) != 1)
        peer_fail("no handshake");
}

static void close_connection(struct connection *c)
{
    if (c->tls) {
        SSL_shutdown(c->tls);
        SSL_free(c->tls);
    }
    close(c->fd);
    *c = (struct connection){0};
}

static void send_request(struct connection *c)
{
    long sent = c->tls ? SSL_write(c->tls, self.request, (int)self.request_size)
                       : send(c->fd, self.request, self.request_size, MSG_NOSIGNAL);
    if (sent != (long)self.request_size)
        peer_fail("the request was not sent");
    c->in_body = false;
    c->head_size = 0;
    c->received = 0;
    c->since = peer_now();
    if (self.gzip)
        inflateReset(&self.inflater);
}

static void take_body(struct connection *c, unsigned char *bytes, size_t size)
{
    c->remaining -= (long long)size;
    if (self.file && fwrite(bytes, 1, size, self.file) != size)
        peer_fail("the file cannot be written");
    if (!self.gzip) {
        c->received += (long long)size;
        return;
    }
    self.inflater.next_in = bytes;
    self.inflater.avail_in = (uInt)size;
    while (self.inflater.avail_in > 0) {
        self.inflater.next_out = self.decoded;
        self.inflater.avail_out = BUFFER_SIZE;
        int status = inflate(&self.inflater, Z_NO_FLUSH);
        c->received += BUFFER_SIZE - self.inflater.avail_out;
        if (status == Z_STREAM_END)
            return;
        if (status != Z_OK)
            peer_fail("not gzip");
    }
}

/* Finds the end of the head, which may come in pieces; the rest is body. */
static void take_bytes(struct connection *c, unsigned char *bytes, size_t size)
{
    if (c->in_body) {
        take_body(c, bytes, size);
        return;
    }
    size_t before = c->head_size;
    size_t copied = size < HEAD_SIZE - 1 - before ? size : HEAD_SIZE - 1 - before;
    memcpy(c->head + before, bytes, copied);
    c->head_size += copied;
    c->head[c->head_size] = 0;
    char *end = memmem(c->head, c->head_size, "\r\n\r\n", 4);
    if (!end) {
        if (c->head_size == HEAD_SIZE - 1)
            peer_fail("a long head");
        return;
    }
    char *length = memmem(c->head, (size_t)(end - c->head), "Content-Length: ", 16);
    if (!length || memcmp(c->head, "HTTP/1.1 200", 12) != 0)
        peer_fail("not the response that was wanted");
    c->remaining = strtoll(length + 16, NULL, 10);
    c->in_body = true;
    size_t head_in_bytes = (size_t)(end + 4 - c->head) - before;
    take_body(c, bytes + head_in_bytes, size - head_in_bytes);
}

/* True: the response is complete. False: the socket has no more for now. */
static bool read_response(struct connection *c)
{
    while (!c->in_body || c->remaining > 0) {
        long got;
        if (c->tls) {
            got = SSL_read(c->tls, self.buffer, BUFFER_SIZE);
            if (got <= 0 && SSL_get_error(c->tls, (int)got) == SSL_ERROR_WANT_READ)
                return false;
        } else {
            got = recv(c->fd, self.buffer, BUFFER_SIZE, 0);
            if (got < 0 && errno == EAGAIN)
                return false;
        }
        if (got <= 0)
            peer_fail("the connection was closed");
        take_bytes(c, self.buffer, (size_t)got);
    }
    return true;
}

static void one_after_another(long count, struct peer_run *run)
{
    struct connection c = {0};
    open_connection(&c);
    peer_begin(run, count, count >= 100 ? 20 : 0);
    for (long i = 0; i < count + run->warm_up; i++) {
        send_request(&c);
        /* Each download makes a file of its own: to write over the last one would cost nothing. */
        if (self.file) {
            rewind(self.file);
            if (ftruncate(fileno(self.file), 0) != 0)
                peer_fail("the file cannot be emptied");
        }
        read_response(&c);
        peer_count(run, c.since, c.received);
    }
    peer_end(run);
    close_connection(&c);
}

static void new_connections(long count, struct peer_run *run)
{
    peer_begin(run, count, 5);
    for (long i = 0; i < count + run->warm_up; i++) {
        struct connection c = {0};
        double since = peer_now();
        open_connection(&c);
        send_request(&c);
        read_response(&c);
        peer_count(run, since, c.received);
        close_connection(&c);
    }
    peer_end(run);
}

static void all_at_once(long count, int concurrency, bool stays_idle, struct peer_run *run)
{
    long before = peer_status("VmRSS:");
    int lanes = stays_idle ? (int)count : concurrency;
    struct connection *all = calloc((size_t)lanes, sizeof *all);
    struct epoll_event *events = calloc((size_t)lanes, sizeof *events);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!all || !events || epoll < 0)
        peer_fail("no memory");
    for (int i = 0; i < lanes; i++) {
        open_connection(&all[i]);
        fcntl(all[i].fd, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, all[i].fd, &event);
    }
    peer_begin(run, count, stays_idle || count < 100 ? 0 : concurrency * 2);
    long total = count + run->warm_up, started = 0;
    for (; started < lanes && started < total; started++)
        send_request(&all[started]);
    while (run->finished < total) {
        int ready = epoll_wait(epoll, events, lanes, -1);
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            if (!read_response(c))
                continue;
            peer_count(run, c->since, c->received);
            if (started < total) {
                started++;
                send_request(c);
            } else {
                c->remaining = 1; /* what comes now, such as a session ticket, is no response */
            }
        }
    }
    peer_end(run);
    if (stays_idle) {
        usleep(300000);
        run->idle_kb = (double)(peer_status("VmRSS:") - before) / (double)count;
    }
}

int main(int argc, char **argv)
{
    if (argc < 6)
        peer_fail("usage: floor MODE URL COUNT CONCURRENCY CAFILE");
    const char *mode = argv[1];
    long count = strtol(argv[3], NULL, 10);
    int concurrency = (int)strtol(argv[4], NULL, 10);
    struct peer_run run;
    self.gzip = peer_flag("ACCEPT_GZIP");
    self.resumes = strcmp(mode, "resume") == 0;
    self.buffer = malloc(BUFFER_SIZE);
    self.decoded = malloc(BUFFER_SIZE);
    if (count < 1 || concurrency < 1 || !self.buffer || !self.decoded)
        peer_fail("nothing to do");
    if (self.gzip && inflateInit2(&self.inflater, 16 + MAX_WBITS) != Z_OK)
        peer_fail("no zlib");
    read_url(argv[2]);
    if (self.secure)
        prepare_tls(argv[5]);
    if (strcmp(mode, "file") == 0 && !(self.file = tmpfile()))
        peer_fail("no file");
    if (strcmp(mode, "seq") == 0 || strcmp(mode, "stream") == 0 || self.file)
        one_after_another(count, &run);
    else if (strcmp(mode, "newconn") == 0 || self.resumes)
        new_connections(count, &run);
    else if (strcmp(mode, "conc") == 0 || strcmp(mode, "idle") == 0)
        all_at_once(count, concurrency, strcmp(mode, "idle") == 0, &run);
    else
        peer_fail("unknown mode");
    peer_report(&run);
    return 0;
}
