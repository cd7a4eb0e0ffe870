import type {
  KyselyPlugin,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'

/** Counts the rows a transaction changes, so that a change without its journal row is never committed. */
export class ChangeCounter implements KyselyPlugin {
  changes = 0n

  transformQuery({ node }: { node: RootOperationNode }): RootOperationNode {
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    this.changes += result.numAffectedRows ?? 0n
    return Promise.resolve(result)
  }
}
