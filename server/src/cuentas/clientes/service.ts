// What other features take from here.
export { nombresDe } from './store.ts'
