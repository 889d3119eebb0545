import { expect, test } from 'vitest'
import { S3_CREDENTIALS } from '#test/fake-s3.ts'
import { awsEncode, EMPTY_SHA256, signRequest } from './aws-signature.ts'

test('signs the example request of the Amazon S3 documentation', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J')
  const at = new Date('2013-05-24T00:00:00Z')
  const credentials = { ...S3_CREDENTIALS, region: 'us-east-1' }
  expect(signRequest({ method: 'GET', url, sha256: EMPTY_SHA256, at }, credentials)).toEqual({
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  })
})

test('percent-encodes everything but unreserved characters', () => {
  expect(awsEncode("a-Z_0.9~ é!'()*&+=/")).toBe('a-Z_0.9~%20%C3%A9%21%27%28%29%2A%26%2B%3D%2F')
})
