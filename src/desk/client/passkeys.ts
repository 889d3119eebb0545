import { deskPaths } from '../desk-paths.ts'

/** Shows what has to do with passkeys where the browser knows them. */
export function offerPasskeys(): void {
  if (!('PublicKeyCredential' in globalThis) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  const signIn = document.querySelector<HTMLElement>('[data-passkey-sign-in]')
  if (signIn) {
    signIn.hidden = false
    signIn.querySelector('button')?.addEventListener('click', () => void attempt(signIn, () => signInByPasskey(signIn)))
  }
  const creation = document.querySelector<HTMLFormElement>('[data-new-passkey]')
  if (creation) {
    creation.hidden = false
    creation.addEventListener('submit', (event) => {
      event.preventDefault()
      void attempt(creation, () => createPasskey(creation))
    })
  }
}

async function signInByPasskey(place: HTMLElement): Promise<void> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post(deskPaths.passkeyOptions(), {}))
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) return
  await post(deskPaths.passkeySignIn(), credential.toJSON())
  location.assign(place.dataset.next ?? deskPaths.today())
}

async function createPasskey(form: HTMLFormElement): Promise<void> {
  const name = new FormData(form).get('passkey-name')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post(deskPaths.newPasskeyOptions(), {}))
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) return
  await post(deskPaths.newPasskey(), { name, credential: credential.toJSON() })
  location.reload()
}

async function attempt(place: HTMLElement, work: () => Promise<void>): Promise<void> {
  const message = place.querySelector('[role=alert]')
  if (message) message.textContent = ''
  try {
    await work()
  } catch (error) {
    // Somebody who closes the browser's own dialog knows why nothing happened.
    const isCancelled = error instanceof DOMException && error.name === 'NotAllowedError'
    if (message && !isCancelled)
      message.textContent = error instanceof Refusal ? error.message : 'That did not work. Please try again.'
  }
}

/** What the desk itself has to say. */
class Refusal extends Error {}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer & { error?: string }
  if (!response.ok) throw new Refusal(answer.error)
  return answer
}
