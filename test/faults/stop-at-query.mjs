/**
 * Loaded into a shop of the fault run with --import: PGlite has no connection, so its queries are counted here. GET
 * /arm/<n> stops the process right before its n-th query from then on, as a debugger or a snapshot would.
 */
import { writeSync } from 'node:fs'
import http from 'node:http'
import { PGlite } from '@electric-sql/pglite'

/** Parse and Query start a statement; what follows belongs to it. */
const STATEMENT_STARTS = new Set(['P', 'Q'])

let left = Infinity
const execProtocolStream = Reflect.get(PGlite.prototype, 'execProtocolStream')

PGlite.prototype.execProtocolStream = function (message, ...rest) {
  if (STATEMENT_STARTS.has(String.fromCodePoint(message[0]))) left -= 1
  if (left === 0) {
    left = Infinity
    writeSync(1, 'stopped before a query\n')
    process.kill(process.pid, 'SIGSTOP')
  }
  return execProtocolStream.call(this, message, ...rest)
}

// Node also loads this into the supervisor, which runs no queries.
if (process.argv[1]?.endsWith('shop.ts'))
  http
    .createServer((request, response) => {
      left = Number(request.url?.split('/').at(-1)) || Infinity
      response.end()
    })
    .listen(Number(process.env.FAULT_PORT), '127.0.0.1')
    .unref()
