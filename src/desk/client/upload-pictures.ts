type Progress = { bar: HTMLProgressElement; status: HTMLElement; frame: HTMLElement }

/** Sends chosen pictures one after another and shows how far each is; without this, the form sends one. */
export function uploadPictures(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) {
    const field = form.querySelector<HTMLInputElement>('input[type=file]')
    const progress = findProgress(form)
    if (!field || !progress) continue
    // A form with alt text takes one picture at a time.
    field.multiple = form.querySelector('[name=alt]') === null
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void sendAll(form, field, progress)
    })
  }
}

function findProgress(form: HTMLFormElement): Progress | undefined {
  const frame = form.querySelector<HTMLElement>('[data-upload-progress]')
  const bar = frame?.querySelector('progress')
  const status = frame?.querySelector<HTMLElement>('[role=status]')
  return frame && bar && status ? { frame, bar, status } : undefined
}

async function sendAll(form: HTMLFormElement, field: HTMLInputElement, progress: Progress): Promise<void> {
  const button = form.querySelector('button')
  if (button) button.disabled = true
  progress.frame.hidden = false
  const problems: string[] = []
  for (const file of Array.from(field.files ?? [])) {
    const problem = await send(form, file, progress)
    if (problem !== undefined) problems.push(`${file.name}: ${problem}`)
  }
  if (button) button.disabled = false
  progress.bar.hidden = problems.length > 0
  progress.status.textContent = problems.join(' ')
  if (problems.length > 0) return
  form.reset()
  progress.status.textContent = 'Uploaded. It appears above as soon as it’s resized.'
  progress.bar.hidden = true
}

/** Resolves with what is wrong, if anything is. */
function send(form: HTMLFormElement, file: File, { bar, status }: Progress): Promise<string | undefined> {
  const body = new FormData(form)
  body.set('picture', file)
  bar.hidden = false
  bar.value = 0
  status.textContent = file.name
  return new Promise((resolve) => {
    // Only this old API reports upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', form.action)
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const percent = Math.round((loaded / total) * 100)
      bar.value = percent
      status.textContent = `${file.name}, ${percent}%`
    })
    request.addEventListener('load', () => resolve(problemIn(request)))
    request.addEventListener('error', () => resolve('The upload broke off. Try again.'))
    request.send(body)
  })
}

function problemIn({ status, responseText }: XMLHttpRequest): string | undefined {
  if (status === 200 && responseText === '{"ok":true}') return undefined
  try {
    const { error } = JSON.parse(responseText) as { error?: string }
    return error ?? 'This didn’t work. Try again.'
  } catch {
    // A page instead of data: the session has ended.
    return 'This didn’t work. Reload the page, sign in and try again.'
  }
}
