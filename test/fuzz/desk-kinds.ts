import type { Random } from '../chaos/random.ts'
import { type Draft, type Pair, percent } from './draft.ts'
import { hostileJson, hostileText } from './hostile-values.ts'
import { get, type Kind, post } from './kind.ts'
import { mutateBody } from './mutate.ts'
import type { World } from './world.ts'

/** Paths of the desk that move money. */
const DESK_MONEY = /^\/admin\/(orders|money|codes|customers)/
/** Forms that would end the session they are sent from. */
const DESK_ENDS = /^\/admin\/(sign-out|account\/sessions|team\/[^/]+\/(role|remove))/

/** One valid pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function deskForm(random: Random, world: World, fits: (path: string) => boolean): Draft {
  const forms = world.desk.forms.filter(({ path }) => fits(path))
  const form = random.pick(forms)
  const headers: Pair[] = [
    ['cookie', world.cookie],
    ['sec-fetch-site', 'same-origin'],
    ['origin', world.origin],
    ['accept', random.chance(0.8) ? 'text/html' : '*/*'],
  ]
  const fields = form.fields.map(([name, value]): Pair => [name, value])
  const draft: Draft = {
    method: 'POST',
    path: form.path,
    query: [],
    headers,
    body: form.isMultipart
      ? { kind: 'multipart', fields: [...fields, ...form.files.map((name): [string, Uint8Array] => [name, PIXEL])] }
      : { kind: 'form', fields },
  }
  // Behind authentication: most of these keep their credentials valid.
  for (let count = random.between(0, 2); count > 0; count -= 1) mutateBody(random, draft)
  return draft
}

/** What the desk's scripts request and send. */
function deskData(random: Random, world: World): Draft {
  const headers: Pair[] = [
    ['cookie', world.cookie],
    ['sec-fetch-site', 'same-origin'],
  ]
  const device = { endpoint: hostileAddress(random), keys: { p256dh: hostileText(random), auth: hostileText(random) } }
  return random.pick([
    () => get(random.pick(DESK_DATA), [], headers),
    () => post('/admin/account/notifications/devices', { name: hostileText(random), subscription: device }, headers),
    () => post('/admin/account/notifications/devices/attach', { endpoint: device.endpoint }, headers),
    () => post(random.pick(PASSKEY_FORMS), hostileJson(random), headers),
  ])()
}

const DESK_DATA = ['/admin/jump/targets', '/admin/badges', '/admin/live', '/admin/account/notifications/badge']
const PASSKEY_FORMS = [
  '/account/passkeys/options',
  '/account/passkeys',
  '/confirm/passkey/options',
  '/confirm/passkey',
].map((path) => `/admin${path}`)

/** Where a browser says that notifications go: the shop calls it later. */
function hostileAddress(random: Random): string {
  return random.pick([
    'https://fcm.googleapis.com/fcm/send/x',
    'http://127.0.0.1:5432/',
    'https://localhost/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'file:///etc/passwd',
    hostileText(random),
  ])
}

export const DESK_KINDS: readonly Kind[] = [
  {
    name: 'desk-page',
    weight: 6,
    make: (random, world) =>
      get(
        random.pick(world.desk.pages),
        [],
        [
          ['cookie', world.cookie],
          ['accept', 'text/html'],
        ],
      ),
  },
  {
    name: 'desk-form',
    weight: 20,
    make: (random, world) => deskForm(random, world, (path) => !DESK_MONEY.test(path) && !DESK_ENDS.test(path)),
  },
  { name: 'desk-data', weight: 12, make: deskData },
  {
    name: 'desk-stranger',
    weight: 30,
    make: (random, world) => {
      const { path } = random.pick(world.desk.forms)
      const headers: Pair[] = [
        ['cookie', `desk=${random.uuid()}`],
        ['sec-fetch-site', 'same-origin'],
      ]
      return random.chance(0.5)
        ? get(random.pick(world.desk.pages), [], headers)
        : { method: 'POST', path, query: [], headers, body: { kind: 'form', fields: [] } }
    },
  },
  {
    name: 'desk-link',
    weight: 8,
    make: (random) => {
      const path = `/admin/link/${percent(hostileText(random)).slice(0, 300)}`
      return random.chance(0.5) ? get(path) : post(path, {}, [['sec-fetch-site', 'same-origin']])
    },
  },
  {
    name: 'desk-passkey',
    weight: 4,
    make: (random) =>
      post(
        random.pick(['/admin/passkey/sign-in', '/admin/passkey/options']),
        {
          id: hostileText(random),
          rawId: 'x',
          type: 'public-key',
          response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
        },
        [['sec-fetch-site', 'same-origin']],
      ),
  },
  {
    name: 'desk-sign-in',
    weight: 0.1,
    make: (random) => ({
      ...get('/admin/sign-in'),
      method: 'POST',
      headers: [['sec-fetch-site', 'same-origin']],
      body: {
        kind: 'form',
        fields: [
          ['email', hostileText(random)],
          ['password', hostileText(random)],
          ['next', hostileText(random)],
        ],
      },
    }),
  },
]

export const DESK_MONEY_KIND: Kind = {
  name: 'desk-money-form',
  weight: 30,
  make: (random, world) => deskForm(random, world, (path) => DESK_MONEY.test(path)),
}
