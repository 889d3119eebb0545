/** Asks until the answer is yes; fails when it never is. A green run does not wait for the limit, a busy machine may. */
export async function eventually(check: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    if (await check()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`did not happen within ${withinMs} ms`)
}
