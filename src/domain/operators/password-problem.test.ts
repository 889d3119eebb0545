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

test('refuses each part of an address, but not the ending that many share', () => {
  const of =
    (email: string, name = '') =>
    (password: string) =>
      passwordProblem(password, { ...context, email, name })
  const own = of('mary-jane_watson+shop@mail.gardens.example', 'Jo  Fairweather')
  for (const part of ['jane', 'mary', 'watson', 'gardens', 'mail', 'FAIRWEATHER'])
    expect(`${part}: ${own(`${part} kettle vivid`)}`).toContain('your name and email address')
  expect(own('example kettle vivid')).toBeUndefined()
})

test('reads every lookalike as its letter', () => {
  const named = (password: string) => passwordProblem(password, { ...context, shopNames: ['goliathbest'] })
  for (const password of ['9oliathbest vivid', 'g0liathbest vivid', 'go1iathbest vivid', 'gol!athbest vivid'])
    expect(`${password}: ${named(password)}`).toContain('shop’s name')
  for (const password of ['go|iathbest vivid', 'goli@thbest vivid', 'goli4thbest vivid', 'golia7hbest vivid'])
    expect(`${password}: ${named(password)}`).toContain('shop’s name')
  for (const password of ['goliath8est vivid', 'goliathb3st vivid', 'goliathbe5t vivid', 'goliathbe$t vivid'])
    expect(`${password}: ${named(password)}`).toContain('shop’s name')
  // A name that is itself written with digits.
  expect(passwordProblem('my h3llo world kit', { ...context, shopNames: ['H3LLO'] })).toContain('shop’s name')
})

test('requires six characters that do not continue a run of letters, digits or keyboard keys', () => {
  // Each pair continues on a row of the keyboard: six beginnings.
  expect(problem('qwfgm,tyop-=')).toBeUndefined()
  expect(problem('qwefghm,.tyu')).toContain('sequence')
  expect(problem('asdf;lkjasdf')).toContain('sequence')
  // Five letters over and over, and six.
  expect(problem('mkvozmkvozmkvoz')).toContain('repetition')
  expect(problem('mkvozrmkvozr')).toBeUndefined()
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
