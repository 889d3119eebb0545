/** Messages from a worker to its supervisor. */
export type WorkerMessage =
  | { kind: 'cannot-start'; reason: string }
  /** This shop's payments go to the emulator, to be run with these settings. */
  | { kind: 'emulator'; settings: Record<string, string> }

/** Set by the supervisor in a worker that replaces one that ended. */
export const REPLACEMENT = 'SHOP_REPLACEMENT'

/** Resolves once sent, or at once without a supervisor. */
export function notifySupervisor(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })
}
