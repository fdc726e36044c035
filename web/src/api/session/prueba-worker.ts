import { solve } from './prueba.ts'

// In a worker: on an old phone this blocks a thread for seconds
self.onmessage = ({ data }) => {
  solve(data).then(
    (solucion) => self.postMessage({ solucion }),
    (error) => self.postMessage({ error: String(error) }),
  )
}
