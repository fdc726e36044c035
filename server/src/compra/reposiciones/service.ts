// Files that customers send again, as other features see them.
export { reposicionesSql } from './store.ts'
export { pedidasOf, reposicionesOf, viewReposiciones } from './vista.ts'
