// The desk's service worker: it shows notifications and opens their screens. It stores and fetches nothing.
const DESK = '/admin'

/** Only pages of the desk are opened, whatever a message says. */
function deskPath(path) {
  const url = new URL(typeof path === 'string' ? path : DESK, self.location.origin)
  const isDesk = url.origin === self.location.origin && /^\/admin(\/|$)/.test(url.pathname)
  return isDesk ? url.pathname + url.search : DESK
}

function readMessage(data) {
  try {
    return data.json()
  } catch {
    // Browsers require that something is shown for every message.
    return {}
  }
}

async function show({ title = 'Bloomera desk', body = 'Something new at the desk.', path, tag = 'desk', toPack }) {
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path: deskPath(path) },
  })
  if (Number.isInteger(toPack) && 'setAppBadge' in self.navigator) await self.navigator.setAppBadge(toPack)
}

async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const desk = windows.find(({ url }) => /^\/admin(\/|$)/.test(new URL(url).pathname))
  // A window with unsaved changes asks before it leaves; one that can't be moved is left alone.
  const moved = await desk?.navigate(path).catch(() => undefined)
  await (moved ? moved.focus() : self.clients.openWindow(path))
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(readMessage(event.data))))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(deskPath(event.notification.data?.path)))
})
