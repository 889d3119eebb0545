import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(error: unknown): string {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed')
  return lines.join('')
}

test('a failed query is logged without its parameters and without the row it quotes', () => {
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

test('what no pattern knows is cut off with the parameters', () => {
  const line = logged(new Error('Failed query: insert into orders\nparams: Ana Pires,12 Orchard Lane,+18015550142'))
  expect(line).toContain('insert into orders')
  expect(line).not.toMatch(/Ana|Orchard|0142|params/)
})

test('addresses, codes and unsubscribe links inside a message are hidden', () => {
  const line = logged(new Error('550 <ana@example.com>: BLOOM-ABCDEF-ABCDEF at https://x/unsubscribe/s3cret'))
  expect(line).toContain('550 <…@…>: BLOOM-… at https://x/unsubscribe/…')
})

test('what is no error is logged all the same', () => {
  expect(logged('ana@example.com went wrong')).toContain('…@… went wrong')
})
