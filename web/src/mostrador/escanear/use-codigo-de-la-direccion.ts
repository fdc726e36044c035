import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { codigoIn } from './leido.ts'

/** A link may bring a code with it: it is taken once, and a reload does not bring it back. */
export function useCodigoDeLaDireccion(onCodigo: (codigo: string) => void): void {
  const [params, setParams] = useSearchParams()
  const scanned = codigoIn(params.get('codigo') ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code
  useEffect(() => {
    if (!scanned) return
    onCodigo(scanned)
    setParams({}, { replace: true })
  }, [scanned])
}
