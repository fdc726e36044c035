import { solve } from './prueba.ts'

// Away from the page's own thread: on an old phone this takes seconds
self.onmessage = ({ data }) => {
  solve(data).then(
    (solucion) => self.postMessage({ solucion }),
    (error) => self.postMessage({ error: String(error) }),
  )
}
