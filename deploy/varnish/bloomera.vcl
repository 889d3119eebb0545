# Varnish 7 in front of the shop, with CDN=on, CDN_PURGE=varnish, CDN_PURGE_URL=http://127.0.0.1:6081 and TRUST_PROXY one
# higher than without Varnish. The file below has the same content as CDN_PURGE_TOKEN; only root and Varnish may read it.
# The shop closes a connection that was idle for 30 seconds, so start varnishd with -p backend_idle_timeout=20.
vcl 4.1;

import std;

backend shop {
	.host = "127.0.0.1";
	.port = "3000";
	# The payment provider may take this long to respond.
	.first_byte_timeout = 100s;
	.between_bytes_timeout = 100s;
	.probe = {
		.url = "/healthz";
		.interval = 2s;
		.timeout = 2s;
		.window = 4;
		.threshold = 2;
		.initial = 2;
	}
}

sub vcl_recv {
	if (req.method == "BAN") {
		# Behind a proxy every client looks local, so the address proves nothing.
		if (!req.http.X-Purge-Token || req.http.X-Purge-Token != regsub(std.fileread("/etc/varnish/bloomera-purge-token"), "\s+$", "")) {
			return (synth(403));
		}
		if (!std.ban("obj.http.Surrogate-Key ~ " + req.http.X-Purge-Tags)) {
			return (synth(400));
		}
		return (synth(200));
	}
	unset req.http.X-Purge-Token;
	# While the shop is healthy, an expired page is served for seconds at most; while it's down, for a day.
	if (std.healthy(req.backend_hint)) {
		set req.grace = 30s;
	}
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# The desk has sessions, orders are private, and the stream of live reviews never ends.
	if (req.url ~ "(?i)^/+(admin|order|functions|webhooks|unsubscribe|metrics|readyz|healthz|mailbox)([/?.]|$)" || req.url ~ "/live([?]|$)") {
		return (pass);
	}
	# No other response depends on a cookie.
	unset req.http.Cookie;
	unset req.http.Authorization;
	return (hash);
}

sub vcl_backend_response {
	if (beresp.http.Set-Cookie) {
		set beresp.uncacheable = true;
		return (deliver);
	}
	if (beresp.status >= 500 && bereq.is_bgfetch) {
		return (abandon);
	}
	if (beresp.http.Surrogate-Control ~ "max-age=\d") {
		set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
		set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 30s);
		return (deliver);
	}
	# Files set their own lifetime; responses that don't aren't cached.
	set beresp.grace = 0s;
}

sub vcl_deliver {
	if (obj.hits > 0) {
		set resp.http.X-Cache = "hit";
	} else {
		set resp.http.X-Cache = "miss";
	}
	unset resp.http.Surrogate-Key;
	unset resp.http.Surrogate-Control;
	unset resp.http.Cache-Tag;
	unset resp.http.CDN-Cache-Control;
	unset resp.http.X-Varnish;
	unset resp.http.Via;
}
