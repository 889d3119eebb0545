import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createTill, type Till } from './till.ts'

const DISK_FULL = Object.assign(new Error('could not extend file'), { code: '53100' })

let hasSpace = true
let now = 0
let probes = 0
let alerts = 0
let logged: { level: number; msg: string }[] = []
let till: Till

beforeEach(() => {
  hasSpace = true
  now = 0
  probes = 0
  alerts = 0
  logged = []
  till = createTill({
    async hasDiskSpace() {
      probes += 1
      return hasSpace
    },
    async raiseAlert() {
      alerts += 1
    },
    log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
    clock: () => now,
  })
})

const levels = () => logged.map(({ level }) => level)

test('closes when the disk is full, and logs it once until it opens again', async () => {
  expect(await till.isOpen()).toBe(true)
  expect(levels()).toEqual([])
  till.noteError(DISK_FULL)
  till.noteError(DISK_FULL)
  expect(await till.isOpen()).toBe(false)
  expect(alerts).toBe(1)
  hasSpace = false
  now += 1000
  expect(await till.isOpen()).toBe(false)
  expect(alerts).toBe(1)
  expect(levels()).toEqual([50])
  hasSpace = true
  now += 1000
  expect(await till.isOpen()).toBe(true)
  expect(levels()).toEqual([50, 30])
  till.noteError(DISK_FULL)
  expect(alerts).toBe(2)
})

test('starts closed if the disk is already full', async () => {
  hasSpace = false
  expect(await till.isOpen()).toBe(false)
  expect(alerts).toBe(1)
})

test('stays open after any other error', async () => {
  till.noteError(Object.assign(new Error('deadlock'), { code: '40P01' }))
  expect(await till.isOpen()).toBe(true)
  expect(alerts).toBe(0)
})

test('asks the database once a second, however many callers there are', async () => {
  expect(await Promise.all([till.isOpen(), till.isOpen(), till.isOpen()])).toEqual([true, true, true])
  expect(probes).toBe(1)
  now = 999
  await till.isOpen()
  expect(probes).toBe(1)
  now = 1000
  await till.isOpen()
  expect(probes).toBe(2)
})
