// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import loopbench.plant.load.RequestStream;

/**
 * The pool as one would write it from the description alone: objects, and at each event a walk over
 * every request. What {@link PoolPlant} is checked against.
 */
final class NaivePool {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static final class Request {
    long id;
    double arrivedS;
    double enqueuedS;
    double dispatchedS = Double.NaN;
    double firstTokenS = Double.NaN;
    int prompt;
    int uncached;
    int output;
    boolean streaming;
    int replica = -1;
    boolean known = true;
    double computeLeft;
    double tokensLeft;
    double kv;
    long admitted;
  }

  private static final class Server {
    int number;
    boolean draining;
    final List<Request> line = new ArrayList<>();
    Request computing;
    final List<Request> decoding = new ArrayList<>();

    double kv() {
      double kv = computing == null ? 0 : computing.kv;
      for (Request r : decoding) {
        kv += r.kv;
      }
      return kv;
    }

    List<Request> all() {
      List<Request> all = new ArrayList<>(line);
      all.addAll(decoding);
      if (computing != null) {
        all.add(computing);
      }
      return all;
    }

    int inflight() {
      return line.size() + decoding.size() + (computing == null ? 0 : 1);
    }
  }

  private final PoolModel model;
  private final RequestStream requests;
  private final Answers answers;
  private final List<Server> servers = new ArrayList<>();
  private final List<Request> line = new ArrayList<>();
  private double nowS;
  private boolean restarted;
  private double notEmptySinceS;
  private int numbers;
  private long ids;
  private long admissions;

  NaivePool(PoolModel model, RequestStream requests, Answers answers) {
    this.model = model;
    this.requests = requests;
    this.answers = answers;
  }

  private List<Server> endpoints() {
    return servers.stream().filter(s -> !s.draining).toList();
  }

  int addReplica() {
    if (endpoints().isEmpty()) {
      notEmptySinceS = nowS;
    }
    Server server = new Server();
    server.number = numbers++;
    servers.add(server);
    dispatchLine();
    return server.number;
  }

  void removeYoungest() {
    List<Server> endpoints = endpoints();
    if (endpoints.isEmpty()) {
      return;
    }
    Server server = endpoints.get(endpoints.size() - 1);
    if (model.removal() == Removal.DRAIN && server.inflight() > 0) {
      server.draining = true;
    } else {
      servers.remove(server);
      List<Request> lost = new ArrayList<>(server.decoding);
      if (server.computing != null) {
        lost.add(server.computing);
      }
      lost.addAll(server.line);
      lost.forEach(r -> end(r, Fate.CUT));
    }
    dispatchLine();
  }

  void advance(double toS) {
    double restartS = model.gateway().restartS();
    if (!restarted && restartS <= toS) {
      events(restartS); // nothing else happens at just that instant
      restarted = true;
      while (!line.isEmpty()) {
        end(line.remove(0), Fate.LOST_AT_RESTART);
      }
      servers.forEach(server -> server.all().forEach(r -> r.known = false));
    }
    events(toS);
  }

  private void events(double toS) {
    while (true) {
      double serversS = NEVER;
      Server first = null;
      for (Server server : servers) {
        double s = nextS(server);
        if (s < serversS) {
          serversS = s;
          first = server;
        }
      }
      double expiryS = line.isEmpty() ? NEVER : Math.max(nowS, expiryS(line.get(0)));
      double arrivalS = requests.nextS();
      double nextS = Math.min(serversS, Math.min(expiryS, arrivalS));
      if (!(nextS <= toS)) {
        walk(toS);
        return;
      }
      walk(nextS);
      if (serversS <= nextS) {
        step(first);
        dispatchLine();
      } else if (expiryS <= nextS) {
        Request expired = line.remove(0);
        end(expired, endpoints().isEmpty() ? Fate.EVICTED_NO_ENDPOINTS : Fate.EVICTED_TTL);
      } else {
        arrive();
      }
    }
  }

  private double expiryS(Request r) {
    if (endpoints().isEmpty()) {
      double ttlS = model.gateway().noEndpointTtlS();
      return ttlS > 0 ? r.enqueuedS + ttlS : NEVER;
    }
    double ttlS = model.gateway().ttlS();
    return ttlS > 0 ? Math.max(r.enqueuedS, notEmptySinceS) + ttlS : NEVER;
  }

  private double tokenS(Server server) {
    return model.serving().tokenS(server.decoding.size());
  }

  private double nextS(Server server) {
    double next = NEVER;
    if (server.computing != null) {
      next = nowS + server.computing.computeLeft / model.serving().prefillPerSecond();
    }
    if (!server.decoding.isEmpty()) {
      double fewest = server.decoding.stream().mapToDouble(r -> r.tokensLeft).min().orElseThrow();
      next = Math.min(next, nowS + fewest * tokenS(server));
      double peak =
          server.computing == null ? 0 : server.computing.kv + server.computing.tokensLeft;
      for (Request r : server.decoding) {
        peak += r.kv + r.tokensLeft;
      }
      if (peak > model.serving().kvTokens() + 0.5) {
        double room = Math.max(0, model.serving().kvTokens() - server.kv());
        next = Math.min(next, nowS + room * tokenS(server) / server.decoding.size());
      }
    }
    return next;
  }

  private void walk(double toS) {
    double dtS = Math.max(0, toS - nowS);
    for (Server server : servers) {
      if (server.computing != null) {
        server.computing.computeLeft -= dtS * model.serving().prefillPerSecond();
      }
      double tokens = dtS / tokenS(server);
      for (Request r : server.decoding) {
        r.tokensLeft -= tokens;
        r.kv += tokens;
      }
    }
    nowS = Math.max(nowS, toS);
  }

  private static final double NOTHING = 1e-7;

  private void step(Server server) {
    Request done =
        server.decoding.stream()
            .filter(r -> r.tokensLeft < NOTHING)
            .min(Comparator.comparingLong(r -> r.id))
            .orElse(null);
    if (done != null) {
      server.decoding.remove(done);
      end(done, Fate.SERVED);
      admit(server);
    } else if (server.computing != null && server.computing.computeLeft < NOTHING) {
      Request computed = server.computing;
      server.computing = null;
      if (Double.isNaN(computed.firstTokenS)) {
        computed.firstTokenS = nowS;
      }
      if (computed.tokensLeft > 0) {
        server.decoding.add(computed);
      } else {
        end(computed, Fate.SERVED);
      }
      admit(server);
    } else {
      Request youngest = server.computing;
      if (youngest != null) {
        server.computing = null;
        youngest.computeLeft = workOf(youngest);
      } else {
        youngest =
            server.decoding.stream().max(Comparator.comparingLong(r -> r.admitted)).orElseThrow();
        server.decoding.remove(youngest);
        youngest.computeLeft = youngest.kv;
      }
      server.line.add(0, youngest);
    }
    if (server.draining && server.inflight() == 0) {
      servers.remove(server);
    }
  }

  private double workOf(Request r) {
    return Double.isNaN(r.firstTokenS) ? model.role() == Role.DECODE ? 0 : r.uncached : r.kv;
  }

  private void admit(Server server) {
    if (server.computing != null || server.line.isEmpty()) {
      return;
    }
    Request r = server.line.get(0);
    double k = model.serving().kvTokens();
    double limit = k - Math.max(1, model.serving().kvReserve() * k);
    if (!server.decoding.isEmpty()
        && (server.decoding.size() >= model.serving().maxRunning() || server.kv() + r.kv > limit)) {
      return;
    }
    server.line.remove(0);
    r.admitted = admissions++;
    server.computing = r;
  }

  private double load(Server server) {
    return server.line.size() / (double) model.gateway().queueThreshold()
        + server.kv() / model.serving().kvTokens() / model.gateway().kvThreshold();
  }

  double saturation() {
    List<Server> endpoints = endpoints();
    if (endpoints.isEmpty()) {
      return 1;
    }
    if (model.gateway().detector() == Gateway.Detector.CONCURRENCY) {
      double inflight =
          endpoints.stream().flatMap(s -> s.all().stream()).filter(r -> r.known).count();
      return inflight / (endpoints.size() * model.gateway().concurrency());
    }
    double sum = 0;
    for (Server server : endpoints) {
      sum +=
          Math.max(
              server.line.size() / (double) model.gateway().queueThreshold(),
              server.kv() / model.serving().kvTokens() / model.gateway().kvThreshold());
    }
    return sum / endpoints.size();
  }

  private void arrive() {
    requests.take();
    Request r = new Request();
    r.id = ids++;
    r.arrivedS = requests.arrivedS();
    r.enqueuedS = nowS;
    r.prompt = requests.promptTokens();
    r.uncached = requests.uncachedTokens();
    r.output = requests.outputTokens();
    r.streaming = requests.streaming();
    boolean none = endpoints().isEmpty();
    if (model.gateway().detector() == Gateway.Detector.OFF) {
      if (none) {
        end(r, Fate.REJECTED_NO_ENDPOINTS);
      } else {
        dispatch(r);
      }
    } else if (line.isEmpty() && saturation() < 1) {
      dispatch(r);
    } else if (line.size() >= model.gateway().capacityRequests()) {
      end(r, none ? Fate.REJECTED_NO_ENDPOINTS : Fate.REJECTED_CAPACITY);
    } else {
      line.add(r);
    }
  }

  private void dispatchLine() {
    while (!line.isEmpty() && saturation() < 1) {
      dispatch(line.remove(0));
    }
  }

  private void dispatch(Request r) {
    Server least = null;
    for (Server server : endpoints()) {
      if (least == null || load(server) < load(least) - 1e-9) {
        least = server;
      }
    }
    r.dispatchedS = nowS;
    r.replica = least.number;
    int toDecode = model.role() == Role.PREFILL ? 0 : r.output - 1;
    if (r.prompt + toDecode > model.serving().kvTokens()) {
      end(r, Fate.TOO_LONG);
      return;
    }
    r.kv = r.prompt;
    r.tokensLeft = toDecode;
    r.computeLeft = workOf(r);
    least.line.add(r);
    admit(least);
  }

  private void end(Request r, Fate fate) {
    requests.answered(nowS, fate == Fate.SERVED);
    answers.finished(
        new Answer(
            r.id,
            fate,
            r.arrivedS,
            r.arrivedS,
            r.dispatchedS,
            r.firstTokenS,
            nowS,
            r.prompt,
            r.uncached,
            r.output,
            r.streaming,
            r.replica));
  }
}
