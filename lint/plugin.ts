// The project's own lint rules, under the prefix `reqsim/`. They are switched on in .oxlintrc.json.

import { bannedWords } from './banned-words.ts'
import { countedNoun } from './counted-noun.ts'
import { errorCatalogue } from './error-catalogue.ts'
import { importDirection } from './import-direction.ts'
import { importPackages } from './import-packages.ts'
import { importExtension, noExportAll, zodNamespace } from './import-style.ts'
import { noAmbient } from './no-ambient.ts'
import { noModuleState } from './no-module-state.ts'
import { noPrivateField } from './no-private-field.ts'

const plugin = {
  meta: { name: 'reqsim' },
  rules: {
    'banned-words': bannedWords,
    'counted-noun': countedNoun,
    'error-catalogue': errorCatalogue,
    'import-direction': importDirection,
    'import-extension': importExtension,
    'import-packages': importPackages,
    'no-ambient': noAmbient,
    'no-export-all': noExportAll,
    'no-module-state': noModuleState,
    'no-private-field': noPrivateField,
    'zod-namespace': zodNamespace,
  },
}

// The linter reads a plugin from the default export.
export default plugin
