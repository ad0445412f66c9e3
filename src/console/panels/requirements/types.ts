/** Responses of the control API about requirements. */

export type Region = 'eu' | 'us'

/** A requirement in a list: a result of a query, or a node of a graph. */
export interface Brief {
  readonly id: number
  readonly key: string
  readonly spaceKey: string
  readonly baseline?: number
  readonly status: string
  readonly text: string
  readonly pageId?: number
  readonly page?: string
  readonly htmlNeedsUpdating: boolean
}

export interface QueryResponse {
  readonly results: readonly Brief[]
  readonly total: number
  readonly explanation?: string
  readonly error?: { readonly position: number; readonly message: string }
}

/** The response to a query, with its parameters. */
export interface QueryReading {
  readonly query: string
  readonly response: QueryResponse
}

export interface ShownLink {
  readonly id: number
  readonly serviceId: string
  readonly issueKey: string
  readonly relationship: string
  readonly baseline?: number
  readonly shownBy: readonly ('wiki' | 'tracker')[]
  readonly issueId?: number
  readonly summary?: string
  readonly status?: string
}

export interface GraphNode extends Brief {
  /** Steps down from the requirement in the centre; negative for steps up. */
  readonly level: number
  readonly baselines: readonly number[]
  readonly issues: readonly ShownLink[]
  readonly more: { readonly parents: number; readonly children: number; readonly issues: number }
}

export interface RequirementGraph {
  readonly nodes: readonly GraphNode[]
  readonly links: readonly {
    readonly child: number
    readonly parent: number
    readonly relationship: string
  }[]
}

export interface RequirementDetail {
  readonly id: number
  readonly key: string
  readonly spaceKey: string
  readonly applicationId: number
  readonly status: string
  readonly baseline?: number
  readonly html: string
  readonly page?: { readonly id: number; readonly title: string; readonly version?: number }
  readonly variant?: string
  readonly type?: string
  readonly properties: readonly {
    readonly name?: string
    readonly kind: string
    readonly dataType?: string
    readonly value: string
  }[]
  readonly dependencies: readonly {
    readonly relationship: string
    readonly spaceKey: string
    readonly key: string
    readonly id?: number
  }[]
  readonly baselines: readonly {
    readonly number: number
    /** The id of the frozen copy. */
    readonly id: number
    readonly name?: string
    readonly status?: string
  }[]
  readonly issues: readonly ShownLink[]
  readonly history: readonly HistoryEntry[]
  readonly historyTotal: number
  readonly createdAt: string
  readonly htmlNeedsUpdating: boolean
  readonly movedTo?: { readonly spaceKey: string; readonly key: string }
}

export interface HistoryEntry {
  readonly id: number
  readonly at: string
  readonly by?: string
  readonly event: string
  readonly changes: readonly { readonly field: string; readonly before?: string; readonly after?: string }[]
}
