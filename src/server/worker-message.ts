/** What a worker tells the process that supervises it. */
export type WorkerMessage =
  | { kind: 'cannot-start'; reason: string }
  /** Payments of this shop go to the emulator, which runs with these settings. */
  | { kind: 'emulator'; settings: Record<string, string> }

/** Set by the supervisor in a worker that takes the place of one that ended. */
export const REPLACEMENT = 'SHOP_REPLACEMENT'

/** Resolves when it is on its way; without a supervisor there is nobody to tell. */
export function tellSupervisor(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })
}
