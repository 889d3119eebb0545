/** Rehearses in a world where something is wrong, named by the arguments; see test/square-rehearse.test.ts. */
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rehearse } from './rehearse.ts'
import { startWorld } from './start-world.ts'

const broken = new Set(process.argv.slice(2))
const SCRIPT_SOURCE = / https:\/\/sandbox\.web\.squarecdn\.com/

const world = await startWorld({
  account: undefined,
  ...(broken.has('policy') && { changeHeaders: withoutScriptSource }),
  ...(broken.has('mail') && { mail: { refuse: () => ({ code: 550, text: 'No such mailbox' }) } }),
})
try {
  if (broken.has('refund'))
    await world.setFault?.({ fault: '500-before', path: '/v2/refunds', method: 'POST', count: 1000 })
  if (broken.has('events')) await world.setFault?.({ fault: '503', path: '/v2/events', count: 1000 })
  const isGood = await rehearse(world, {
    folder: path.join(tmpdir(), `rehearsal-${process.pid}`),
    say: (line) => process.stdout.write(`${line}\n`),
    waitMs: 90_000,
    settleMs: 5000,
    isShort: true,
  })
  process.exitCode = isGood ? 0 : 1
} finally {
  await world.close()
}

/** An outdated policy, abridged, which doesn't allow Square's script. */
function withoutScriptSource(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const policy = headers['content-security-policy']
  if (typeof policy !== 'string') return headers
  const directives = policy
    .split('; ')
    .map((each) => (each.startsWith('script-src') ? each.replace(SCRIPT_SOURCE, '') : each))
  return { ...headers, 'content-security-policy': directives.join('; ') }
}
