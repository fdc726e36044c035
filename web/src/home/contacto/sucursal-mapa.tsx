import type { Point } from '@imprimitodo/shared/rules/entrega'
import { useQuery } from '@tanstack/react-query'
import { teselasQuery } from '../../api/mapa.ts'
import { Mapa } from '../../ui/mapa/mapa.tsx'

export function SucursalMapa({ sucursal }: { sucursal: Point & { nombre: string } }) {
  const { data: teselas } = useQuery(teselasQuery)
  if (teselas === undefined) return null
  return <Mapa label={`Mapa de la sucursal ${sucursal.nombre}`} sucursal={sucursal} teselas={teselas} />
}
