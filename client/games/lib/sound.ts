import type { Click, Voice } from './sound-voices.ts';

export interface Sound {
  readonly on: boolean;
  toggle(): boolean;
  /** Mutes all sounds while the portal has paused the game. */
  mute(on: boolean): void;
  /** Sets the notes of the game. */
  tune(voice: Voice): void;
  /** A short sound of a reel, a ball, a card or a die. */
  tick(): void;
  /** A soft chord for a return above the stake. */
  win(): void;
}

/** Synthesised sounds; off until the player turns them on, not stored. */
export function createSound(first: Voice): Sound {
  let audio: AudioContext | undefined;
  let on = false;
  let muted = false;
  let voice = first;
  let noise: AudioBuffer | undefined;
  function tone(frequency: number, seconds: number, volume: number, delay = 0): void {
    if (!on || muted || !audio) return;
    const oscillator = new OscillatorNode(audio, { frequency, type: voice.wave });
    const gain = new GainNode(audio, { gain: volume });
    const at = audio.currentTime + delay;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
  function play({ kind, from, to, seconds }: Click): void {
    if (!on || muted || !audio) return;
    const at = audio.currentTime;
    const gain = new GainNode(audio, { gain: kind === 'hiss' ? 0.09 : 0.05 });
    gain.gain.setValueAtTime(gain.gain.value, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    gain.connect(audio.destination);
    if (kind === 'hiss') {
      noise ??= hiss(audio);
      const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: from, Q: 1.2 });
      filter.frequency.setValueAtTime(from, at);
      filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
      const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
      source.connect(filter).connect(gain);
      source.start(at);
      source.stop(at + seconds);
      return;
    }
    const oscillator = new OscillatorNode(audio, { frequency: from, type: 'sine' });
    oscillator.frequency.setValueAtTime(from, at);
    oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
    oscillator.connect(gain);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
  return {
    get on() {
      return on;
    },
    toggle() {
      audio ??= new AudioContext();
      on = !on;
      return on;
    },
    mute(isMuted) {
      muted = isMuted;
      if (audio && on) void (isMuted ? audio.suspend() : audio.resume());
    },
    tune(own) {
      voice = own;
    },
    tick: () => (voice.click ? play(voice.click) : tone(voice.root * 1.19, 0.06, 0.05)),
    win: () => voice.steps.forEach((step, index) => void tone(voice.root * 2 ** (step / 12), 0.5, 0.06, index * 0.09)),
  };
}

/** Half a second of noise, to be looped. */
function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
