/** Polls until the check passes; fails if it never does. Only a failing run or a busy machine waits for the limit. */
export async function eventually(check: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`did not happen within ${withinMs} ms`)
}
