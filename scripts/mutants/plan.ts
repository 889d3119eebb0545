/** The tests of a file that reach a change, and how often it may be passed before it counts as an endless loop. */
export type PlannedRun = { tests: string[]; maxHits: number }

/** How often each change was passed, by the full name of the test. */
export type Reached = Record<string, Record<string, number>>

/** Stands for what no test passes itself: hooks of the file, and work in the background between two tests. */
export const BETWEEN_TESTS = '(hooks)'

declare module 'vitest' {
  interface ProvidedContext {
    /** By the file's path with its change; undefined while it is learned which tests reach which change. */
    plan: Record<string, PlannedRun> | undefined
  }
  interface TaskMeta {
    reached?: Reached
  }
}
