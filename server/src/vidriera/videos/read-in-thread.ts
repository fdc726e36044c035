// The thread that reads one video. A malicious file may keep its reader busy for long, and a thread can be
// ended.
import { stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4, WEBM } from 'mediabunny'
import type { VideoLeido, VideoPista } from './read.ts'

/** Null: not an MP4 or WebM. Other errors of the library are thrown. */
async function read(path: string): Promise<VideoLeido | null> {
  const input = new Input({ formats: [MP4, WEBM], source: new FilePathSource(path) })
  if (!(await input.canRead())) return null
  const pistas: VideoPista[] = []
  // Tables may name the same bytes again and again: gigabytes to read from a small file
  const left = { bytes: (await stat(path)).size }
  for (const track of await input.getTracks()) pistas.push(await pistaOf(track, left))
  const claimed = (await input.getDurationFromMetadata()) ?? 0
  return {
    formato: (await input.getFormat()) === MP4 ? 'mp4' : 'webm',
    segundos: Math.max(claimed, await input.computeDuration()),
    pistas,
  }
}

async function pistaOf(track: InputTrack, left: { bytes: number }): Promise<VideoPista> {
  const sizes = track.isVideoTrack() ? [await track.getDisplayWidth(), await track.getDisplayHeight()] : []
  return {
    tipo: track.type,
    codec: (await track.getCodecParameterString()) ?? 'desconocido',
    lado: Math.max(0, ...sizes),
    hasta: await endOf(track, left),
  }
}

/**
 * In seconds, the end of its last complete packet: every byte is read, so that missing ones show. Subtracts
 * from `left`.
 */
async function endOf(track: InputTrack, left: { bytes: number }): Promise<number> {
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    left.bytes -= packet.byteLength
    if (left.bytes < 0) throw new Error('Its packets are more than the file.')
    end = Math.max(end, packet.timestamp + packet.duration)
  }
  return end
}

parentPort?.postMessage({ leido: await read(String(workerData)) })
