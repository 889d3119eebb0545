import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { scope } from './scope.ts'

function logged(error: unknown): string {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed')
  return lines.join('')
}

test('logs a failed query without its parameters or the row it quotes', () => {
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (folded_email)=(ana@example.com) already exists.',
    parameters: ['ana@example.com'],
  })
  const error = Object.assign(
    new Error('Failed query: insert into x\nparams: ana@example.com,BLOOM-ABCDEF-ABCDEF', { cause }),
    {
      params: ['ana@example.com', 'BLOOM-ABCDEF-ABCDEF'],
    },
  )
  const line = logged(error)
  expect(line).toContain('insert into x')
  expect(line).toContain('23505')
  expect(line).not.toMatch(/ana|example\.com|ABCDEF/)
})

test('drops everything from the parameters on, even without a matching pattern', () => {
  const line = logged(new Error('Failed query: insert into orders\nparams: Ana Pires,12 Orchard Lane,+18015550142'))
  expect(line).toContain('insert into orders')
  expect(line).not.toMatch(/Ana|Orchard|0142|params/)
})

test('redacts addresses, codes, and unsubscribe links in a message', () => {
  const line = logged(new Error('550 <ana@example.com>: BLOOM-ABCDEF-ABCDEF at https://x/unsubscribe/s3cret'))
  expect(line).toContain('550 <…@…>: BLOOM-… at https://x/unsubscribe/…')
})

test('logs values that are not errors', () => {
  expect(logged('ana@example.com went wrong')).toContain('…@… went wrong')
})

test('names the request once in every line logged during it', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await scope.run({ requestId: 'request-1' }, async () => {
    await Promise.resolve()
    log.info('during')
    log.warn({ requestId: 'request-1' }, 'given as well')
  })
  log.info('after')
  expect(lines.map((line) => line.match(/"requestId":"[^"]+"/g))).toEqual([
    ['"requestId":"request-1"'],
    ['"requestId":"request-1"'],
    null,
  ])
})
