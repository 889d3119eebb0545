import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { checkDatabase } from './check-database.ts'
import type { Database } from './database.ts'
import { openPostgres } from './open-postgres.ts'

const shop = useTestDatabase()

test('accepts a database set up for the shop', async () => {
  await expect(checkDatabase(shop.current)).resolves.toBeUndefined()
})

describe.runIf(isPostgres)('on a server', () => {
  const suffix = process.pid
  const role = `clerk_${suffix}`
  const ascii = `ascii_${suffix}`
  const closed = `closed_${suffix}`
  let admin: Database

  const administer = (statement: string) => admin.withConnection((connection) => connection.exec(statement))

  function addressOf(name: string, user = 'postgres'): string {
    const url = new URL(inject('databaseTemplate'))
    url.username = user
    url.pathname = name
    return url.href
  }

  async function problemsOf(name: string, user?: string): Promise<string> {
    const database = openPostgres({ url: addressOf(name, user), statementTimeoutMs: 30_000 })
    try {
      return await checkDatabase(database).then(
        () => '',
        (error: Error) => `${error.name}: ${error.message}`,
      )
    } finally {
      await database.close()
    }
  }

  beforeAll(async () => {
    admin = openPostgres({ url: addressOf('postgres'), statementTimeoutMs: 30_000 })
    await administer(`create role ${role} login`)
    await administer(`create database ${ascii} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`)
    await administer(`create database ${closed}`)
    await administer(`revoke temporary on database ${closed} from public`)
  })

  afterAll(async () => {
    for (const name of [ascii, closed]) await administer(`drop database ${name} with (force)`)
    await administer(`drop role ${role}`)
    await admin.close()
  })

  test('reports a wrong encoding and how to fix it', async () => {
    expect(await problemsOf(ascii)).toBe(
      `StartError: The database ${ascii} is encoded as SQL_ASCII, but the shop needs UTF8. Create a new one: create database ${ascii}_utf8 encoding 'UTF8' template template0`,
    )
  })

  test('reports every missing privilege, and the suggested grants are sufficient', async () => {
    const sentences = (await problemsOf(closed, role)).split('\n')
    expect(sentences).toHaveLength(3)
    for (const sentence of sentences) {
      const grant = /grant .*/.exec(sentence)?.[0] ?? ''
      const inside = openPostgres({ url: addressOf(closed) })
      await inside.withConnection((connection) => connection.exec(grant))
      await inside.close()
    }
    expect(await problemsOf(closed, role)).toBe('')
  })

  test('refuses tables owned by another role and a missing schema', async () => {
    const inside = openPostgres({ url: addressOf(closed) })
    await inside.withConnection((connection) => connection.exec('create table schema_migrations ()'))
    await inside.close()
    expect(await problemsOf(closed, role)).toContain(`The table schema_migrations isn't owned by the role ${role}.`)
    await administer(`alter role ${role} set search_path = nowhere`)
    expect(await problemsOf(closed, role)).toContain(`The role ${role} has no schema to create tables in.`)
  })
})
