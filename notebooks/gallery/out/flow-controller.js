// Tuned with Loopbench.
// notebook: 01-admission-loop.ipynb
// cell: flow.ctl
// inputs: sha256:b85dc31a25cc4cab135789e0586b0a0a8e9d0b6686718ff3a3321dc3f2bef1dd
// core: 1.1.0
// evidence: abs(run.fixed.p99_mean - 71.7ms) <= 0.1ms (0.04 ms)
// evidence: run.p-only.class == floor-stuck (floor-stuck)
// evidence: run.baseline.class == settles (settles)
// evidence: run.baseline.equilibrium_error <= 2% (0.0308 %)
// evidence: run.baseline.overshoot <= 1ms (0.791 ms)
// evidence: sweep.band.best.class == settles (settles)
// evidence: sweep.band.best.gain_margin >= 2 (6.34)
// evidence: sweep.band.best.noise_gain <= 1 (0.962)
// evidence: sweep.band.best.rebound <= 60/s (59.6/s)
// evidence: sweep.band.best: flow.kp 0.6273939687243315
// evidence: sweep.band.best: flow.ki 0.0008903890941296734
// observe(dt) takes milliseconds; called without an argument it takes dt, here 1000 ms.
import { PowerFlowController } from 'performance-helpers/powerFlowController';

export const flow = new PowerFlowController({
  rate: 200,
  minRate: 5,
  maxRate: 800,
  burst: 0,
  targetP99: 30,
  quantile: 0.99,
  queueCapacity: 100,
  kp: 0.6273939687243315,
  ki: 0.0008903890941296734,
  kd: 0,
  derivativeFilter: 0,
  dt: 1000,
  relativeAccuracy: 0.01,
});
