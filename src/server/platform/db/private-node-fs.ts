import { NodeFS } from '@electric-sql/pglite/nodefs'

type Initialize = NodeFS['init']
type NodeOperations = { setattr: (node: unknown, attributes: { mode?: number }) => void }

const GROUP_AND_OTHERS = 0o077

/** PGlite creates every file with mode 0666 and ignores the umask; this restricts them to the owner. */
export class PrivateNodeFs extends NodeFS {
  override async init(...args: Parameters<Initialize>): ReturnType<Initialize> {
    const { emscriptenOpts } = await super.init(...args)
    const hidePermissions: NonNullable<typeof emscriptenOpts.preRun>[number] = (mod) => {
      const { node_ops: operations } = mod.NODEFS as unknown as { node_ops: NodeOperations }
      const { setattr } = operations
      operations.setattr = (node, attributes) =>
        setattr(
          node,
          attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~GROUP_AND_OTHERS },
        )
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hidePermissions] } }
  }
}
