import type { Click, Voice } from './sound-voices.ts';

export interface Sound {
  readonly on: boolean;
  toggle(): boolean;
  /** Turned on before, on this device: it sounds from the player's next touch or key on, as browsers demand. */
  resume(): void;
  /** Mutes all sounds while the portal has paused the game. */
  mute(on: boolean): void;
  /** Sets the notes of the game. */
  tune(voice: Voice): void;
  /** A short sound of a reel, a ball, a card or a die. */
  tick(): void;
  /** A soft chord for a return above the stake. */
  win(): void;
  /** Two notes: bets close soon. */
  warn(): void;
  /** Vibrates for these milliseconds with pauses between, where the device can and less motion is not wanted. */
  vibrate(pattern: readonly number[]): void;
}

/** Synthesised sounds; off until the player turns them on. The portal stores the choice (`add-tools.ts`). */
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
      if (on && !muted) void audio.resume();
      return on;
    },
    resume() {
      if (on) return;
      on = true;
      const start = () => {
        audio ??= new AudioContext();
        if (on && !muted) void audio.resume();
      };
      for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, start, { once: true });
    },
    mute(isMuted) {
      muted = isMuted;
      if (audio && on) void (isMuted ? audio.suspend() : audio.resume());
    },
    tune(own) {
      voice = own;
    },
    tick: () => (voice.click ? play(voice.click) : tone(voice.root * 1.19, 0.06, 0.05)),
    warn: () => [0, 5].forEach((step, index) => void tone(voice.root * 2 ** (step / 12), 0.16, 0.05, index * 0.18)),
    vibrate(pattern) {
      const { navigator } = window as { readonly navigator: Partial<Pick<Navigator, 'vibrate'>> };
      if (!on || muted || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      navigator.vibrate?.([...pattern]);
    },
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
