/** Wave form, note of a click in hertz, and the notes of a chord in half tones above it. */
export interface Voice {
  readonly wave: OscillatorType;
  readonly root: number;
  readonly steps: readonly number[];
}
const PLAIN: Voice = { wave: 'triangle', root: 523, steps: [0, 4, 7] };

export interface Sound {
  readonly on: boolean;
  toggle(): boolean;
  /** Nothing is heard while the portal has paused the game. */
  hush(on: boolean): void;
  /** From now on the sounds of a game's own. */
  tune(voice: Voice): void;
  /** A short click of a reel, a ball or a wheel. */
  tick(): void;
  /** A soft chord for a return above the stake. */
  win(): void;
}

/** Sounds made on the spot; off until the player turns them on, forgotten with the page. */
export function createSound(): Sound {
  let audio: AudioContext | undefined;
  let on = false;
  let hushed = false;
  let voice = PLAIN;
  function tone(frequency: number, seconds: number, volume: number, delay = 0): void {
    if (!on || hushed || !audio) return;
    const oscillator = new OscillatorNode(audio, { frequency, type: voice.wave });
    const gain = new GainNode(audio, { gain: volume });
    const at = audio.currentTime + delay;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    oscillator.connect(gain).connect(audio.destination);
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
    hush(quiet) {
      hushed = quiet;
      if (audio && on) void (quiet ? audio.suspend() : audio.resume());
    },
    tune(own) {
      voice = own;
    },
    tick: () => tone(voice.root * 1.19, 0.06, 0.05),
    win: () => voice.steps.forEach((step, index) => void tone(voice.root * 2 ** (step / 12), 0.5, 0.06, index * 0.09)),
  };
}
