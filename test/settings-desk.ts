import { beforeAll, beforeEach } from 'vitest'
import { formValues } from './form-values.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestDesk } from './test-desk.ts'

/** The desk as its owner uses it for settings. The named ones are reset to their defaults before each test. */
export function useSettingsDesk(keys: readonly string[]) {
  const database = useTestDatabase()
  let desk: ReturnType<typeof createTestDesk>
  let cookie: string

  beforeAll(async () => {
    desk = createTestDesk(database.current)
    cookie = await desk.signIn('owner')
  })
  beforeEach(() => sql(`delete from settings where key in ('${keys.join("', '")}')`))

  function sql(statement: string): Promise<Record<string, unknown>[]> {
    return database.current.withConnection((connection) => connection.rows(statement))
  }

  async function screen(path: string): Promise<string> {
    return (await desk.request(path, { cookie })).text()
  }

  function post(path: string, form: Record<string, string>): Promise<Response> {
    return desk.request(path, { cookie, form })
  }

  return {
    sql,
    screen,
    post,
    /** Sends the form of that screen with some of its fields changed. */
    send: async (path: string, change: Record<string, string>) =>
      post(path, { ...formValues(await screen(path), path), ...change }),
    /** Undoes what that response has saved. */
    undo: (saved: Response, back: string) =>
      post(`/admin/audit/${/"auditId":(\d+)/.exec(flashOf(saved))?.[1]}/restore`, { back }),
    requestAs: async (role: 'read-only' | 'staff', path: string, form?: Record<string, string>) =>
      desk.request(path, { cookie: await desk.signIn(role), ...(form && { form }) }),
    services: () => desk.parts.desk,
  }
}

export function flashOf(response: Response): string {
  return decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))
}
