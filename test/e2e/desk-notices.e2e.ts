import type { Page, Worker } from '@playwright/test'
import { startPushService } from '../push-service.ts'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

/** Chromium's own push service is on the internet; the test's stands in for it when the page subscribes. */
async function subscribeAt(page: Page, service: PushService, device: string): Promise<void> {
  await page.addInitScript((subscription) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription
  }, service.subscribe(device))
}

async function openNotifications(page: Page, shop: DeskShop): Promise<void> {
  await page.goto(`${shop.address}/admin/account`)
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(shop.address)
}

async function turnOn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Device name').fill(name)
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible()
}

test('saves notification choices and quiet hours', async ({ page, shop }) => {
  await signIn(page, shop)
  await openNotifications(page, shop)
  await expectNoViolations(page)
  await page.getByRole('checkbox', { name: 'Low stock: Email' }).check()
  await page.getByRole('checkbox', { name: 'New order: Push' }).uncheck()
  await page.getByLabel('Hold notifications during quiet hours').check()
  await page.getByLabel('From').selectOption('7 AM')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose two different hours')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Low stock: Email' })).toBeChecked()
  await expectNoViolations(page)
  await page.getByLabel('From').selectOption('10 PM')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notifications saved.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'New order: Push' })).not.toBeChecked()
  await expect(page.getByLabel('From')).toHaveValue('22')
})

test('asks for permission only after the button, and says what to do if it is denied @wide', async ({ page, shop }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { asked: 0 })
    Notification.requestPermission = async () => {
      Object.assign(globalThis, { asked: 1 })
      return 'denied'
    }
  })
  await signIn(page, shop)
  await openNotifications(page, shop)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'asked'))).toBe(0)
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(page.getByRole('alert')).toContainText('Notifications are blocked for this site.')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('shows a new order as a notification on a registered device, until it signs out', async ({
  page,
  shop,
  isMobile,
}) => {
  const service = await startPushService()
  await page.context().grantPermissions(['notifications'])
  await subscribeAt(page, service, isMobile ? 'phone' : 'laptop')
  await signIn(page, shop, 'staff')
  await openNotifications(page, shop)
  await turnOn(page, 'Kitchen tablet')
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expect(page.getByText('Test notification sent to 1 device.')).toBeVisible()
  await expect.poll(() => service.received.length).toBe(1)
  await shop.order('Petrov')
  await expect.poll(() => service.received.length).toBe(2)
  const text = service.received[1]?.text ?? ''
  expect(text).not.toContain('Petrov')
  const worker = await deskWorker(page)
  await deliver(page, shop, text)
  await expect.poll(async () => (await shownBy(worker)).map(({ badge }) => badge > 0)).toEqual([true])
  const [notification] = await shownBy(worker)
  expect(notification?.title).toBe('New order')
  expect(notification?.body).toMatch(/^\$\d+\.\d\d · \d+ items?$/)
  expect(notification?.path).toMatch(/^\/admin\/orders\/[0-9a-f-]{36}$/)
  await click(worker, notification?.path ?? '')
  await expect(page).toHaveURL(shop.address + (notification?.path ?? ''))

  await page.goto(`${shop.address}/admin/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/sign-in\?out=yes$/)
  await shop.order('Ivanova')
  await signIn(page, shop, 'staff')
  expect(service.received).toHaveLength(2)
  await service.close()
})

test('keeps several devices, and deletes one that is removed @wide', async ({ page, shop }) => {
  const service = await startPushService()
  await page.context().grantPermissions(['notifications'])
  await subscribeAt(page, service, 'first')
  await signIn(page, shop, 'read-only')
  await openNotifications(page, shop)
  await turnOn(page, 'First phone')
  await subscribeAt(page, service, 'second')
  await page.reload()
  await turnOn(page, 'Second phone')
  const first = page.getByRole('listitem').filter({ hasText: 'First phone' })
  await first.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Device removed.')).toBeVisible()
  await expect(first).toHaveCount(0)
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await expect.poll(() => service.received.map(({ device }) => device)).toEqual(['second'])
  await service.close()
})

test('installs as its own app @wide', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin`)
  const client = await page.context().newCDPSession(page)
  const { errors, data } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({ start_url: '/admin', scope: '/admin', display: 'standalone' })
})

type Shown = { title: string; body: string; path: string; badge: number }

/**
 * The desk's service worker, which records what it shows: a headless browser has no place for notifications, and one
 * that sets a badge from a worker crashes.
 */
async function deskWorker(page: Page): Promise<Worker> {
  const context = page.context()
  const isDesk = (worker: Worker) => worker.url().endsWith('/desk-worker.js')
  const worker = context.serviceWorkers().find(isDesk) ?? (await context.waitForEvent('serviceworker', isDesk))
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: Shown[]; registration: ServiceWorkerRegistration }
    scope.shown = []
    scope.registration.showNotification = async (title, { body = '', data } = {}) => {
      scope.shown.push({ title, body, path: (data as { path: string }).path, badge: 0 })
    }
    const setAppBadge = async (badge: number) => void Object.assign(scope.shown.at(-1) ?? {}, { badge })
    Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge })
  })
  return worker
}

function shownBy(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown)
}

/** Delivers the decrypted message, as Chromium's push service would. */
async function deliver(page: Page, shop: DeskShop, data: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const desk = registrations.find(({ scopeURL }) => scopeURL === `${shop.address}/admin`)
      if (desk) resolve(desk.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await found
  await client.send('ServiceWorker.deliverPushMessage', { origin: `${shop.address}/`, registrationId, data })
}

async function click(worker: Worker, path: string): Promise<void> {
  await worker.evaluate((target) => {
    const event = new Event('notificationclick')
    // Without a real click the browser opens the page but refuses the focus.
    const waitUntil = (work: Promise<unknown>) => void work.catch(() => {})
    globalThis.dispatchEvent(Object.assign(event, { notification: { close() {}, data: { path: target } }, waitUntil }))
  }, path)
}
