import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { S3_CREDENTIALS } from '#test/fake-s3.ts'
import { createS3Client } from './s3-client.ts'

let xml = ''
const server = createServer((_request, response) => response.end(xml)).listen(0, '127.0.0.1')
afterEach(() => server.close())

test('decodes the entities of XML in keys, and leaves any other name as it is', async () => {
  const names = ['&constructor;', '&__proto__;', '&toString;']
  xml = `<ListBucketResult><Contents><Key>a&amp;b&#33;&#x21;${names.join('')}</Key><Size>1</Size></Contents></ListBucketResult>`
  const { port } = server.address() as AddressInfo
  const client = createS3Client({ ...S3_CREDENTIALS, endpoint: `http://127.0.0.1:${port}`, bucket: 'a-bucket' })
  expect(await client.list('')).toEqual([{ key: `a&b!!${names.join('')}`, bytes: 1 }])
})
