import { expect, test } from 'vitest'
import { createNotes, MAX_UNHEARD_MS, type NotesQuery, type NotesRead } from './process-notes.ts'

const READ: NotesRead = { snapshot: '5:5:', server: 'monday', readAt: 1_000_000, position: '0/10', notes: [] }

function setUp() {
  let clock = 0
  const heard: string[] = []
  const asked: unknown[] = []
  const seen: boolean[] = []
  const notes = createNotes(
    (_, { mayLackNotes }) => seen.push(mayLackNotes),
    () => clock,
  )
  notes.add('news', { onPayload: (payload) => heard.push(payload), onGap: () => heard.push('gap') })
  const answer =
    (read: Partial<NotesRead> = {}): NotesQuery =>
    async (_, [snapshot]) => {
      asked.push(snapshot)
      return { rows: [{ ...READ, ...read }] }
    }
  return { notes, heard, asked, seen, answer, wait: (milliseconds: number) => (clock += milliseconds) }
}

test('reads what came after the last snapshot, and notifies the subscribers of each channel', async () => {
  const { notes, heard, asked, seen, answer } = setUp()
  await notes.read(answer())
  notes.activateAll()
  await notes.read(
    answer({
      snapshot: '7:7:',
      notes: [
        ['news', 'a'],
        ['other', 'b'],
      ],
    }),
  )
  await notes.read(answer({ snapshot: '9:9:' }))
  expect(heard).toEqual(['a'])
  expect(asked).toEqual([null, '5:5:', '7:7:'])
  // What came before the first poll is unknown.
  expect(seen).toEqual([true, false, false])
})

test('reports a gap when another server answers, or after a silence long enough for notes to be deleted', async () => {
  const { notes, heard, seen, answer } = setUp()
  await notes.read(answer())
  notes.activateAll()
  await notes.read(answer({ server: 'tuesday', notes: [['news', 'of another server']] }))
  expect(heard).toEqual(['gap'])
  await notes.read(answer({ server: 'tuesday', readAt: READ.readAt + 5 * 60_000 }))
  expect(heard).toEqual(['gap'])
  await notes.read(answer({ server: 'tuesday', readAt: READ.readAt + 10 * 60_000 + 1 }))
  expect(heard).toEqual(['gap', 'gap'])
  expect(seen).toEqual([true, true, false, true])
})

test('is behind after it was halted, until it has read the notes', async () => {
  const { notes, answer, wait } = setUp()
  expect(notes.isBehind()).toBe(false)
  await notes.read(answer())
  wait(MAX_UNHEARD_MS)
  expect(notes.isBehind()).toBe(false)
  wait(1)
  expect(notes.isBehind()).toBe(true)
  await notes.read(answer())
  expect(notes.isBehind()).toBe(false)
})

test('is behind after it was halted, even if its first read then fails', async () => {
  const { notes, answer, wait } = setUp()
  await notes.read(answer())
  const failing = notes.read(async () => {
    wait(MAX_UNHEARD_MS + 1)
    throw new Error('timeout')
  })
  await expect(failing).rejects.toThrow('timeout')
  expect(notes.isBehind()).toBe(true)
  await notes.read(answer())
  expect(notes.isBehind()).toBe(false)
})

test('counts from when it sent the query, not from when the result arrived', async () => {
  const { notes, answer, wait } = setUp()
  await notes.read(async (...question) => {
    wait(MAX_UNHEARD_MS + 1)
    return answer()(...question)
  })
  expect(notes.isBehind()).toBe(true)
})

test('is not behind while the database is down, only after it stops asking', async () => {
  const { notes, answer, wait } = setUp()
  await notes.read(answer())
  for (let tries = 0; tries < 5; tries += 1) {
    wait(7000)
    await expect(notes.read(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(notes.isBehind()).toBe(false)
  }
  wait(MAX_UNHEARD_MS + 1)
  expect(notes.isBehind()).toBe(true)
})
