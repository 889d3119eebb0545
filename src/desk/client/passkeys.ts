import { deskPaths } from '../desk-paths.ts'

/** Shows the passkey buttons if the browser supports passkeys. */
export function offerPasskeys(): void {
  if (!('PublicKeyCredential' in globalThis) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  const signIn = document.querySelector<HTMLElement>('[data-passkey-sign-in]')
  if (signIn) {
    signIn.hidden = false
    signIn.querySelector('button')?.addEventListener('click', () => void attempt(signIn, () => signInByPasskey(signIn)))
  }
  const confirmation = document.querySelector<HTMLElement>('[data-passkey-confirm]')
  if (confirmation) {
    confirmation.hidden = false
    confirmation
      .querySelector('button')
      ?.addEventListener('click', () => void attempt(confirmation, () => confirmByPasskey(confirmation)))
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
  if (await sendAssertion(deskPaths.passkeyOptions(), deskPaths.passkeySignIn()))
    location.assign(place.dataset.next ?? deskPaths.today())
}

/** Submits the waiting form without its password. */
async function confirmByPasskey(place: HTMLElement): Promise<void> {
  if (!(await sendAssertion(deskPaths.confirmPasskeyOptions(), deskPaths.confirmPasskey()))) return
  const form = place.closest('form')
  for (const field of form?.querySelectorAll<HTMLInputElement>('input[type=password], input[required]') ?? [])
    field.disabled = true
  form?.requestSubmit()
}

/** Returns true if the desk accepts the passkey, false if the operator closed the browser's dialog. */
async function sendAssertion(optionsPath: string, path: string): Promise<boolean> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post(optionsPath, {}))
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) return false
  await post(path, credential.toJSON())
  return true
}

async function createPasskey(form: HTMLFormElement): Promise<void> {
  const name = form.querySelector<HTMLInputElement>('[name=passkey-name]')?.value ?? ''
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post(deskPaths.newPasskeyOptions(), {}))
    const credential = await navigator.credentials.create({ publicKey })
    if (!(credential instanceof PublicKeyCredential)) return
    await post(deskPaths.newPasskey(), { name, credential: credential.toJSON() })
    location.assign(deskPaths.account())
  } catch (error) {
    if (!(error instanceof Refusal) || !error.isUnconfirmed) throw error
    location.assign(deskPaths.confirm({ next: deskPaths.account(name), back: deskPaths.account() }))
  }
}

async function attempt(place: HTMLElement, work: () => Promise<void>): Promise<void> {
  const message = place.querySelector('[role=alert]')
  if (message) message.textContent = ''
  try {
    await work()
  } catch (error) {
    // A user who closes the browser's dialog needs no message.
    const isCancelled = error instanceof DOMException && error.name === 'NotAllowedError'
    if (message && !isCancelled)
      message.textContent = error instanceof Refusal ? error.message : 'That didn’t work. Try again.'
  }
}

/** An error message from the desk. */
class Refusal extends Error {
  /** The desk needs a confirmation first (step-up). */
  readonly isUnconfirmed: boolean

  constructor(message: string | undefined, isUnconfirmed = false) {
    super(message)
    this.isUnconfirmed = isUnconfirmed
  }
}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Answer & { error?: string; isUnconfirmed?: boolean }
  if (!response.ok) throw new Refusal(answer.error, answer.isUnconfirmed)
  return answer
}
