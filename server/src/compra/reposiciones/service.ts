// Files that customers send again, for other features. ../mostrador asks for them and accepts them.
export { acceptReposicion, recibidoOf } from './accept.ts'
export { askReposicion } from './ask.ts'
export { reposicionesSql } from './store.ts'
export { pedidasOf, reposicionesOf, viewReposiciones } from './vista.ts'
