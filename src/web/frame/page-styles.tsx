import { useScriptNonce } from './script-nonce.ts'
import styles from '#web/styles/app.css?inline'
import stylesheet from '#web/styles/app.css?url'

/** In the page itself: a file would delay the first paint by one more round trip. */
export function PageStyles() {
  const nonce = useScriptNonce()
  // A file in development, because Vite replaces it when it is edited.
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesheet} />
  // oxlint-disable-next-line react/no-danger -- our own stylesheet
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? styles : renderedStyles() }} />
}

/** The browser's bundle doesn't repeat them. */
function renderedStyles(): string {
  return document.querySelector('style')?.textContent ?? ''
}
