import { readTracking } from '#domain/orders/tracking-number.ts'

/** Not in TypeScript's library: Chromium on Android, macOS and ChromeOS has it. */
type Detector = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare const BarcodeDetector: new () => Detector

const PAUSE_MS = 150

/** Reads one label after another with the camera, each into the next empty field, until every package has a number. */
export async function scanLabels(form: HTMLFormElement): Promise<void> {
  if (document.querySelector('dialog[open]')) return
  const { dialog, video, status } = openDialog()
  const closed = new Promise<void>((resolve) => dialog.addEventListener('close', () => resolve(), { once: true }))
  const stream = await openCamera(status)
  const isOpen = () => dialog.open
  if (stream && isOpen()) {
    video.srcObject = stream
    await video.play().catch(() => {})
    status.textContent = nextPackage(form)
    await readLabels({ form, video, status, isOpen })
    if (isOpen()) dialog.close()
  }
  await closed
  for (const track of stream?.getTracks() ?? []) track.stop()
  dialog.remove()
  const next = emptyFields(form)[0] ?? form.querySelector<HTMLElement>('[data-send]')
  next?.focus()
}

type Scan = { form: HTMLFormElement; video: HTMLVideoElement; status: HTMLElement; isOpen: () => boolean }

async function readLabels({ form, video, status, isOpen }: Scan): Promise<void> {
  const detector = new BarcodeDetector()
  while (isOpen() && emptyFields(form).length > 0) {
    // A frame that hasn't arrived yet can't be read.
    const codes = await detector.detect(video).catch(() => [])
    if (!isOpen()) return
    for (const { rawValue } of codes) {
      const said = take(form, rawValue)
      if (said) status.textContent = said
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Returns what to say; undefined for a label that is still in view. */
function take(form: HTMLFormElement, code: string): string | undefined {
  const read = readTracking(code)
  if (!read || read.isTypo) return 'That barcode is no tracking number. Try the longest one on the label.'
  const [field] = emptyFields(form)
  if (!field || allFields(form).some(({ value }) => readTracking(value)?.number === read.number)) return undefined
  field.value = read.number
  field.dispatchEvent(new Event('input', { bubbles: true }))
  navigator.vibrate?.(60)
  return `${read.carrier} ${read.number}: ${nameOf(field)}. ${nextPackage(form)}`
}

function nextPackage(form: HTMLFormElement): string {
  const [field] = emptyFields(form)
  return field ? `Next: ${nameOf(field)}` : 'Every package has a number.'
}

function allFields(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('[data-entry] input[name^=number-]')]
}

function emptyFields(form: HTMLFormElement): HTMLInputElement[] {
  return allFields(form).filter(({ value }) => value.trim() === '')
}

function nameOf(field: HTMLInputElement): string {
  return field.closest('[data-entry]')?.querySelector('.tracking-customer')?.textContent?.trim() ?? ''
}

async function openCamera(status: HTMLElement): Promise<MediaStream | undefined> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
    status.textContent = isRefused
      ? 'The camera is blocked. Allow it for this site in your browser, or type the numbers.'
      : 'The camera can’t be used. Type the numbers, or use a scanner.'
    return undefined
  }
}

function openDialog() {
  const dialog = document.createElement('dialog')
  dialog.className = 'confirm scan'
  const title = document.createElement('h2')
  title.id = 'scan-title'
  title.textContent = 'Scan labels'
  dialog.setAttribute('aria-labelledby', title.id)
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const done = document.createElement('button')
  done.type = 'button'
  done.className = 'button'
  done.textContent = 'Done'
  done.addEventListener('click', () => dialog.close())
  dialog.append(title, video, status, done)
  document.body.append(dialog)
  dialog.showModal()
  return { dialog, video, status }
}
