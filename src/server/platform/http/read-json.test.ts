import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

function post(body: BodyInit, contentType = 'application/json') {
  return new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': contentType } })
}

test('reads objects and arrays', async () => {
  expect(await readJson(post('{"a":[1,"2",null]}'))).toEqual({ a: [1, '2', null] })
  expect(await readJson(post('[{"a":1}]', 'application/json; charset=utf-8'))).toEqual([{ a: 1 }])
})

test('accepts only JSON', async () => {
  await expect(readJson(post('{}', 'text/plain'))).rejects.toMatchObject({ status: 415 })
  await expect(readJson(post('a=1', 'application/x-www-form-urlencoded'))).rejects.toMatchObject({ status: 415 })
})

test('refuses a body over the limit, with or without Content-Length', async () => {
  await expect(readJson(post(JSON.stringify({ a: 'x'.repeat(20_000) })))).rejects.toMatchObject({ status: 413 })
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024).fill(32))
    },
  })
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: endless,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit)
  await expect(readJson(request, { maxBytes: 4096 })).rejects.toMatchObject({ status: 413 })
  expect(sent).toBeLessThan(20)
})

test('refuses a request whose sender hangs up like any other broken body', async () => {
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"a":'))
      controller.error(new Error('aborted'))
    },
  })
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: cut,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit)
  await expect(readJson(request)).rejects.toMatchObject({ name: 'AppError', status: 400 })
})

test('gives the same answer to anything that is not JSON', async () => {
  const bad = ['', '{', '{"a":NaN}', '{"a":1}x', '\uFEFF{}', Uint8Array.of(0x22, 0xff, 0x22)]
  for (const body of bad)
    await expect(readJson(post(body))).rejects.toMatchObject({ status: 400, message: 'Invalid request' })
})

test('refuses a bare value', async () => {
  for (const body of ['null', '"text"', '1', 'true'])
    await expect(readJson(post(body))).rejects.toMatchObject({ status: 400 })
})

test('refuses prototype pollution keys at any depth', async () => {
  await expect(readJson(post('{"a":{"__proto__":{"isAdmin":true}}}'))).rejects.toMatchObject({ status: 400 })
  await expect(readJson(post('{"constructor":1}'))).rejects.toMatchObject({ status: 400 })
})

test('refuses deep, long, and wide bodies', async () => {
  await expect(readJson(post('['.repeat(9) + ']'.repeat(9)))).rejects.toMatchObject({ status: 400 })
  await expect(readJson(post(JSON.stringify(Array(101).fill(1))))).rejects.toMatchObject({ status: 400 })
  const wide = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
  await expect(readJson(post(JSON.stringify(wide)))).rejects.toMatchObject({ status: 400 })
})
