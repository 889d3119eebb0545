import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createAnnouncementService } from './banner.service.ts'

const database = useTestDatabase()

test('an unreadable banner counts as none and does not keep the shop from starting', async () => {
  const announcements = createAnnouncementService(
    database.current,
    () => new Date(),
    () => 'our own',
  )
  await database.current.withConnection((connection) =>
    connection.rows(`insert into settings (key, value) values ('announcement', '{"text": 5}')
      on conflict (key) do update set value = excluded.value`),
  )
  await announcements.load()
  const unread = announcements.current()
  await database.current.withConnection((connection) =>
    connection.rows(`update settings set value = '{"text": "Open", "isOn": true, "from": null, "until": null}'
      where key = 'announcement'`),
  )
  await announcements.load()
  expect(announcements.current()).toBe('Open')
  expect(unread).not.toBe('Open')
})
