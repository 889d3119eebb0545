/** The shop is compared with this: plain node:http that sends the same response, or runs a query and fills a template. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { References } from './references.ts'

const { body, headers, databaseUrl } = JSON.parse(await text(process.stdin)) as References
const bytes = Buffer.from(body, 'base64')
const pool = databaseUrl ? new pg.Pool({ connectionString: databaseUrl }) : undefined

async function fillTemplate(): Promise<string> {
  const answer = await pool?.query<Record<string, string>>(
    `select name, short_description, description, price_cents from products where id = $1`,
    ['pure-bloom'],
  )
  const { name, short_description: short, description, price_cents: cents } = answer?.rows[0] ?? {}
  return `<!doctype html><title>${name}</title><h1>${name}</h1><p>${short}</p><p>${description}</p><p>${Number(cents) / 100}</p>`
}

const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
  if (request.url !== '/template') {
    response.writeHead(200, headers).end(bytes)
    return
  }
  void fillTemplate().then((page) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
}).listen(0, 'localhost', () => {
  const address = server.address()
  process.stdout.write(`http://localhost:${typeof address === 'object' ? address?.port : ''}\n`)
})
