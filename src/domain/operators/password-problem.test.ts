import { expect, test } from 'vitest'
import { type PasswordContext, passwordProblem } from './password-problem.ts'

const COMMON = new Set(['password', 'letmein', 'dragon', 'qwertyuiop', '1q2w3e4r5t6y'])
const context: PasswordContext = {
  shopNames: ['bloomera'],
  email: 'rosalind.hart@gardenmail.com',
  name: 'Rosalind Hart',
  isCommon: (text) => COMMON.has(text),
}
const problem = (password: string) => passwordProblem(password, context)

test('requires length and nothing else', () => {
  expect(problem('short')).toContain('at least 12 characters')
  expect(problem('mossykettle')).toContain('at least 12 characters')
  expect(problem('mossykettley')).toBeUndefined()
  const long = 'mossy kettle vivid orb '.repeat(9)
  expect(problem(long.slice(0, 200))).toBeUndefined()
  expect(problem(long.slice(0, 201))).toContain('200 characters at most')
  for (const password of [
    'correct horse battery',
    'mossy kettle vivid',
    'ünïcödé läuft güt',
    '🌿🌸🌼🌿🌸🌻🌹🌺🌷🌱🌲🌳',
  ])
    expect(`${password}: ${problem(password)}`).toBe(`${password}: undefined`)
})

test('refuses common passwords in every disguise', () => {
  for (const password of [
    '1q2w3e4r5t6y',
    'Password2026!',
    'P4$$w0rd1234',
    '!!!letmein!!!',
    'letmeinletmein',
    'let-me-in-1234',
    'D.R.A.G.O.N.12',
    'passwordpass',
  ])
    expect(`${password}: ${problem(password)}`).toContain('most common')
})

test('refuses the shop’s name and its disguises', () => {
  for (const password of [
    'bloomera-desk-26',
    'Bl00mera1 xyz!',
    'my BLOOMERA key',
    'b-l-o-o-m-e-r-a-',
    'BL00M3R4garden',
  ])
    expect(`${password}: ${problem(password)}`).toContain('shop’s name')
})

test("refuses the operator's own address and name", () => {
  for (const password of ['rosalind.hart@gardenmail.com', 'R0salind-forever', 'hart of the matter', 'gardenmail 4ever'])
    expect(`${password}: ${problem(password)}`).toContain('your name and email address')
})

test('accepts a short name inside another word', () => {
  expect(passwordProblem('banana split tuesday', { ...context, email: 'ana@x.io', name: 'Ana' })).toBeUndefined()
})

test('refuses sequences and repetitions', () => {
  for (const password of [
    'abcdefghijkl',
    '987654321098',
    'qwertyasdfgh',
    'aaaaaaaaaaaa',
    'xk2xk2xk2xk2',
    'qwerty123456',
    '            ',
  ])
    expect(`${password}: ${problem(password)}`).toMatch(/sequence|common/)
})
