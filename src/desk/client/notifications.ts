import { deskPaths } from '../desk-paths.ts'
import { workerUrl } from './trusted-types.ts'

const SCOPE = '/admin'
/** Set once this tab has sent its subscription to the desk. */
const ATTACHED = 'desk-device-attached'

/**
 * Push notifications of this device. Nothing is registered and no permission is requested until the button is pressed.
 */
export function offerNotifications(): void {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) return
  const form = document.querySelector<HTMLFormElement>('[data-new-device]')
  if (form) {
    form.hidden = false
    document.querySelector('[data-no-push]')?.remove()
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void turnOn(form)
    })
  }
  // Only a device that may show notifications has a badge.
  if (Notification.permission !== 'granted') return
  const isSignedIn = document.body.classList.contains('desk')
  void (isSignedIn ? keepUp() : navigator.clearAppBadge?.().catch(() => {}))
}

async function turnOn(form: HTMLFormElement): Promise<void> {
  const message = form.querySelector('[role=alert]')
  const button = form.querySelector('button')
  if (message) message.textContent = ''
  if (button) button.disabled = true
  try {
    await register(form)
    location.assign(deskPaths.notifications())
  } catch (error) {
    if (message) message.textContent = error instanceof Refusal ? error.message : 'That didn’t work. Try again.'
    if (button) button.disabled = false
  }
}

async function register(form: HTMLFormElement): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Refusal('Notifications are blocked for this site. Allow them in your browser’s settings, then try again.')
  const registration = await navigator.serviceWorker.register(workerUrl(), { scope: SCOPE })
  await registration.update()
  const { pushManager } = await becomeActive(registration)
  // One for another key can't be used, for example after the shop's secret was replaced.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: form.dataset.publicKey ?? '',
  })
  const name = form.querySelector<HTMLInputElement>('[name=device-name]')?.value ?? ''
  await post(deskPaths.addDevice(), { name, subscription: subscription.toJSON() })
}

/** A new worker needs a moment before it can subscribe. */
async function becomeActive(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
    })
  })
  return registration
}

/** After a new sign-in this device gets notices again; the installed app shows how many orders are to be packed. */
async function keepUp(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration(SCOPE)
    const subscription = await registration?.pushManager.getSubscription()
    if (!subscription) return
    if (sessionStorage.getItem(ATTACHED) !== subscription.endpoint) {
      await post(deskPaths.attachDevice(), { endpoint: subscription.endpoint })
      sessionStorage.setItem(ATTACHED, subscription.endpoint)
    }
    if (!('setAppBadge' in navigator)) return
    const response = await fetch(deskPaths.appBadge(), { headers: { accept: 'application/json' } })
    if (!response.ok) return
    const { toPack } = (await response.json()) as { toPack: number }
    await navigator.setAppBadge(toPack)
  } catch {
    // The server is down, or the browser has no badge: the next page tries again.
  }
}

/** An error message for the operator. */
class Refusal extends Error {}

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return
  const { error } = (await response.json()) as { error?: string }
  throw new Refusal(error ?? 'That didn’t work. Try again.')
}
